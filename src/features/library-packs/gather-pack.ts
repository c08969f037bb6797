// Gathers what a pack gets: documents with their texts, tools by bundle, and a profile. Nothing that belongs to this
// device: no ids, rights, models or vectors.
import type { App } from '../../apps/web/app.ts';
import { freeSlug, isReservedSlug, portableSlug } from '../../core/bundle.ts';
import { ATTACHED_SOURCE, tagsOf, type StoredDocument } from '../../core/document.ts';
import { Failure } from '../../core/errors.ts';
import type { PackDocument, PackFace, PackOriginal, PackProfile } from '../../core/library-pack.ts';
import type { Profile } from '../../core/profile.ts';
import type { Tool, ToolInfo } from '../../core/tool.ts';
import { toSlug } from '../../tools/formats/import-path.ts';
import { isWebAddress, PACK_LIMITS } from '../../tools/formats/library-pack.ts';
import type { PackContents } from '../../tools/formats/write-library-pack.ts';
import type { SharedPart } from '../../ui/extension-points.ts';

/** Every Perilune has the guide, and attached files belong to their chat. */
const NOT_SHARED: readonly string[] = ['guide', ATTACHED_SOURCE];
/** Documents per page: the library's maximum. */
const PAGE = 1000;

export interface PackChoice {
  face: PackFace;
  /** Ids. */
  documents: readonly string[];
  /** Ids. */
  tools: readonly string[];
  profile?: Profile | undefined;
  originals: boolean;
}

type Parts = Pick<App, 'knowledge' | 'collections' | 'tools'>;

/** Returns the ids of the documents that can be shared. */
export async function documentsIn(app: Parts, { collection, ids }: SharedPart): Promise<string[]> {
  if (ids) return [...ids];
  if (collection) return (await app.collections()).documentsOf(collection.id);
  const found: string[] = [];
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const page = await app.knowledge.list({ offset, limit: PAGE });
    total = page.total;
    for (const { id, source } of page.documents) if (!NOT_SHARED.includes(source)) found.push(id);
  }
  return found;
}

/** Returns the person's own and imported tools. Those of Perilune and of servers are no files. */
export function sharableTools(app: Pick<App, 'tools'>): ToolInfo[] {
  return app.tools
    .list({ includeDisabled: true, connectors: true })
    .filter(
      ({ kind, origin, draft }) => kind !== 'builtin' && kind !== 'mcp' && origin !== 'bundled' && !draft,
    );
}

/** @throws Failure `too_large` for more documents than a pack may have */
export async function gatherPack(app: Parts, choice: PackChoice): Promise<PackContents> {
  if (choice.documents.length > PACK_LIMITS.documents) {
    throw new Failure(
      'too_large',
      `A pack can contain up to ${PACK_LIMITS.documents.toLocaleString('en')} documents. Choose a collection, or select fewer.`,
    );
  }
  const documents: PackDocument[] = [];
  for (const id of choice.documents) {
    const document = await app.knowledge.open(id).catch((error: unknown) => {
      // Removed meanwhile.
      if (error instanceof Failure && error.code === 'not_found') return undefined;
      throw error;
    });
    if (!document) continue;
    const original = choice.originals ? await originalOf(app, id) : undefined;
    documents.push({ ...documentOf(document), ...(original && { original }) });
  }
  const { profile, face } = choice;
  return {
    ...face,
    documents,
    bundles: bundlesOf(app, choice.tools, face),
    ...(profile && { profile: profileOf(profile) }),
  };
}

/** The original files of documents: how many a pack can take, their bytes, and how many are too large for it. */
export interface PackOriginals {
  files: number;
  bytes: number;
  large: number;
}

export async function originalsIn({ knowledge }: Parts, ids: readonly string[]): Promise<PackOriginals> {
  const found = { files: 0, bytes: 0, large: 0 };
  for (const id of ids) {
    const original = await knowledge.original(id).catch(() => undefined);
    if (!original) continue;
    if (original.size > PACK_LIMITS.original) {
      found.large += 1;
      continue;
    }
    found.files += 1;
    found.bytes += original.size;
  }
  return found;
}

/** @returns undefined where none is kept, or it is too large for a pack */
async function originalOf({ knowledge }: Parts, id: string): Promise<PackOriginal | undefined> {
  const original = await knowledge.original(id).catch(() => undefined);
  if (!original || original.size > PACK_LIMITS.original) return undefined;
  const { name, type, blob } = original;
  return { name, type, bytes: new Uint8Array(await blob.arrayBuffer()) };
}

function documentOf(document: StoredDocument): PackDocument {
  const { title, body, author, source_url, created_at, updated_at, metadata } = document;
  const { tags: _, ...kept } = metadata;
  return {
    ...{ title, body },
    content_type: document.content_type === 'text/plain' ? 'text/plain' : 'text/markdown',
    ...(author && { author }),
    ...(source_url && isWebAddress(source_url) && { source_url }),
    ...{ created_at, updated_at },
    tags: tagsOf(document),
    metadata: kept,
  };
}

/** The bundles that every Perilune has, such as that of own tools, get the name of the pack. */
function bundlesOf(app: Pick<App, 'tools'>, ids: readonly string[], face: PackFace): PackContents['bundles'] {
  const groups = new Map<string, Tool[]>();
  for (const id of ids) {
    const tool = app.tools.get(id);
    if (tool) groups.set(tool.bundle, [...(groups.get(tool.bundle) ?? []), tool]);
  }
  const taken = new Set<string>();
  return [...groups].flatMap(([id, tools]) => {
    const bundle = app.tools.bundle(id);
    if (!bundle) return [];
    const {
      slug: own,
      displayName,
      description,
    } = isReservedSlug(bundle.slug)
      ? { slug: portableSlug(toSlug(face.name, 'pack')), displayName: face.name, description: '' }
      : bundle;
    const slug = freeSlug(own, (one) => taken.has(one));
    taken.add(slug);
    return [{ bundle: { slug, displayName, description }, tools }];
  });
}

function profileOf({ name, description, kind, text, tools, config }: Profile): PackProfile {
  return { name, description, kind, text, ...(tools && { tools }), ...(config && { config }) };
}
