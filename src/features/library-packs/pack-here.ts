// Finds what an opened pack would only copy: documents and a profile that are here already, unchanged.
import type { App } from '../../apps/web/app.ts';
import type { Collection } from '../../core/collection.ts';
import type { DocumentMeta } from '../../core/document.ts';
import type { LibraryPack } from '../../core/library-pack.ts';
import type { Profile } from '../../core/profile.ts';
import { hashOf } from '../../knowledge/document-hash.ts';

export interface PackHere {
  /** All documents are here. The collection is that of the first one; absent: it is in none. */
  documents?: { collection?: Collection };
  profile?: Profile;
}

/** Documents per page: the library's maximum. */
const PAGE = 1000;

type Parts = Pick<App, 'knowledge' | 'collections' | 'profiles'>;

export async function packHere(app: Parts, pack: LibraryPack): Promise<PackHere> {
  const [documents, profile] = await Promise.all([documentsHere(app, pack), profileHere(app, pack)]);
  return { ...(documents && { documents }), ...(profile && { profile }) };
}

async function documentsHere(app: Parts, pack: LibraryPack): Promise<PackHere['documents']> {
  if (pack.documents.length === 0) return undefined;
  const collections = await (await app.collections()).list();
  for (const { name: source } of await app.knowledge.sources({ local: true })) {
    if (!isNumbered(source, `pack: ${pack.name}`)) continue;
    const first = await allHere(app, pack, source);
    const collection = first && collections.find(({ id }) => first.collections?.includes(id));
    // Saved here, its instructions and questions are the person's own.
    if (first && (!collection?.imported || isSameFace(collection, pack))) {
      return collection ? { collection } : {};
    }
  }
  return undefined;
}

/** @returns the first document, when none is missing or differs */
async function allHere(
  { knowledge }: Parts,
  pack: LibraryPack,
  source: string,
): Promise<DocumentMeta | undefined> {
  const here = new Map<string, DocumentMeta>();
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const page = await knowledge.list({ source, offset, limit: PAGE });
    total = page.total;
    for (const meta of page.documents) here.set(meta.source_id, meta);
  }
  for (const { path, body } of pack.documents) {
    const meta = here.get(path);
    if (!meta || meta.hash !== (await hashOf(source, body))) return undefined;
  }
  return here.get(pack.documents[0]!.path);
}

function isSameFace({ instructions, starters }: Collection, pack: LibraryPack): boolean {
  return instructions === pack.instructions && starters.join('\n') === pack.questions.join('\n');
}

async function profileHere({ profiles }: Parts, { profile }: LibraryPack): Promise<Profile | undefined> {
  if (!profile) return undefined;
  const all = await (await profiles()).list();
  return all.find(
    ({ name, kind, text, description }) =>
      isNumbered(name, profile.name) &&
      kind === profile.kind &&
      text === profile.text &&
      description === profile.description,
  );
}

/** Copies are called the same, with a number. */
function isNumbered(name: string, wanted: string): boolean {
  return name === wanted || (name.startsWith(`${wanted} `) && /^\d+$/.test(name.slice(wanted.length + 1)));
}
