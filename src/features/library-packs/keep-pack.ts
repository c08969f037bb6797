// Adds what a person accepted of a pack. Everything stays marked as someone else's:
//
// - Documents get a source and a collection of their own, so they replace nothing here.
// - The collection's instructions are inactive until the person saves them.
// - The profile is untrusted until it is saved. It searches the pack's collection, and may call the pack's tools and the
//   calls that read the library: names of other tools would mean tools of this device.
import { freeName } from '../../base/free-name.ts';
import type { App } from '../../apps/web/app.ts';
import type { Collection } from '../../core/collection.ts';
import type { AddReport, DocumentInput } from '../../core/document.ts';
import { toErrorData } from '../../core/errors.ts';
import type { LibraryPack, PackOriginal, PackProfile } from '../../core/library-pack.ts';
import type { Profile } from '../../core/profile.ts';

export interface PackParts {
  documents: boolean;
  originals: boolean;
  profile: boolean;
}

export interface KeptPack {
  collection?: Collection;
  documents?: AddReport;
  profile?: Profile;
  /** What could not be added, as sentences. */
  problems: string[];
}

/** Built-in calls that read the library. */
const READING: readonly string[] = ['search', 'get', 'sources'];

type Parts = Pick<App, 'knowledge' | 'collections' | 'profiles'>;

/**
 * Never rejects.
 * @param tools name in the pack → name that the installed tool is called by
 */
export async function keepPack(
  app: Parts,
  pack: LibraryPack,
  parts: PackParts,
  tools: ReadonlyMap<string, string>,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<KeptPack> {
  const kept: KeptPack = { problems: [] };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      kept.problems.push(toErrorData(error).message);
    }
  };
  await attempt(async () => {
    const { name, colour, instructions, questions } = pack;
    if (!parts.documents) return;
    const collections = await app.collections();
    const collection = await collections.take({ name, colour, instructions, starters: questions });
    kept.collection = collection;
    const source = await freeSource(app, `pack: ${collection.name}`);
    const items = pack.documents.map(({ original, ...document }) => {
      const input = inputOf(document, source);
      return original && parts.originals ? { document: input, original: fileOf(original) } : input;
    });
    if (items.length === 0) return;
    kept.documents = await app.knowledge.add(items, {
      collection: collection.id,
      onProgress: ({ done, total }) => onProgress(done, total),
    });
  });
  const { profile } = pack;
  if (profile && parts.profile) {
    await attempt(async () => {
      const profiles = await app.profiles();
      kept.profile = await profiles.take({
        ...profile,
        tools: toolsFor(profile, tools).map(({ name }) => name),
        ...(kept.collection && { collections: [kept.collection.id] }),
      });
    });
  }
  return kept;
}

/** Returns the tools that a profile of a pack may call. @param tools as in `keepPack` */
export function toolsFor(
  { tools: wanted }: Pick<PackProfile, 'tools'>,
  tools: ReadonlyMap<string, string>,
): { name: string; isReading: boolean }[] {
  const brought = [...tools].flatMap(([name, called]) =>
    wanted === undefined || wanted.includes(name) ? [{ name: called, isReading: false }] : [],
  );
  const reading = READING.filter((name) => wanted === undefined || wanted.includes(name));
  return [...brought, ...reading.map((name) => ({ name, isReading: true }))];
}

/** Another pack of this name may have been opened before: its documents stay. */
async function freeSource({ knowledge }: Pick<App, 'knowledge'>, wanted: string): Promise<string> {
  const taken = new Set((await knowledge.sources({ local: true })).map(({ name }) => name));
  return freeName(wanted, (source) => taken.has(source));
}

function fileOf({ name, type, bytes }: PackOriginal): File {
  return new File([bytes], name, { type });
}

function inputOf(
  { path, tags, metadata, ...document }: Omit<LibraryPack['documents'][number], 'original'>,
  source: string,
): DocumentInput {
  return {
    ...document,
    ...{ source, source_id: path },
    metadata: { ...metadata, ...(tags.length > 0 && { tags }) },
  };
}
