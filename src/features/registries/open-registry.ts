// Opens registries, and merges their lists: where two list the same name, the registry that comes first counts.
import { Failure, toErrorData } from '../../core/errors.ts';
import { registryUrl, type ToolRegistry } from '../../core/tool-registry.ts';
import { discover, MANIFEST_FILE, readManifest, type Manifest, type RegistryEntry } from './read-manifest.ts';
import { openFiles, type RegistryFiles } from './registry-files.ts';

export interface OpenRegistry {
  registry: ToolRegistry;
  /** As its tools know it. */
  url: string;
  files: RegistryFiles;
  manifest: Manifest;
}

/** A registry that was read, or why it wasn't, as a sentence. */
export type Reading = OpenRegistry | { registry: ToolRegistry; problem: string };

/** @throws Failure that says what to do when it can't be read */
export async function openRegistry(registry: ToolRegistry, send?: typeof fetch): Promise<OpenRegistry> {
  const files = await openFiles(registry, send);
  const text = await files.text(MANIFEST_FILE);
  const manifest = text === undefined ? discover((await files.paths?.()) ?? []) : await readManifest(text);
  if (text === undefined && manifest.entries.length === 0) {
    const place = registry.address ?? `The folder ${registry.name}`;
    throw new Failure('not_found', `${place} has no ${MANIFEST_FILE}. Choose the folder that contains it.`);
  }
  return { registry, url: registryUrl(registry), files, manifest };
}

/** Never rejects. */
export async function readRegistry(registry: ToolRegistry, send?: typeof fetch): Promise<Reading> {
  try {
    return await openRegistry(registry, send);
  } catch (error) {
    return { registry, problem: toErrorData(error, 'unavailable').message };
  }
}

/** One name of one kind, and the registries that list it, by precedence. At least one. */
export interface Listed {
  key: string;
  offers: { entry: RegistryEntry; from: OpenRegistry }[];
}

/** @param open by precedence */
export function merged(open: readonly OpenRegistry[]): Listed[] {
  const all = new Map<string, Listed>();
  for (const from of open) {
    for (const entry of from.manifest.entries) {
      const id = entry.key.toLowerCase();
      const listed = all.get(id) ?? { key: entry.key, offers: [] };
      // A registry that lists a name twice, in other case, offers it once.
      if (listed.offers.at(-1)?.from !== from) listed.offers.push({ entry, from });
      all.set(id, listed);
    }
  }
  return [...all.values()].sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'));
}

/** @param kind empty: any */
export function matching(list: readonly Listed[], query: string, kind: RegistryEntry['kind'] | ''): Listed[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return list.filter(({ offers: [first] }) => {
    if (!first || (kind !== '' && first.entry.kind !== kind)) return false;
    const { name, description, tags } = first.entry;
    const text = `${name} ${description} ${tags.join(' ')} ${first.from.registry.name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function nameOf({ offers: [first] }: Listed): string {
  return first?.entry.name ?? '';
}
