// Reads a `registry.toml`: what it offers, and where the text of each entry is. Everything in it is untrusted. Pure but
// for the parser.
//
//   [registry]                 [tools.weather]
//   name = "Community"         description = "…"
//                              path = "tools/weather"     (a script, or its folder; this is the default)
//                              files = ["cities.csv"]     (its data, at an address)
import { shortened } from '../../base/shortened.ts';
import { isObject } from '../../base/json.ts';
import { withoutHidden } from '../../base/visible-text.ts';
import { parseToml } from '../../tools/formats/parse-text.ts';
import { resolvePath } from '../../tools/formats/import-path.ts';

export type EntryKind = 'tool' | 'connector' | 'agent';

export interface RegistryEntry {
  /** Section and name, such as `tools/weather`. */
  key: string;
  kind: EntryKind;
  name: string;
  description: string;
  tags: string[];
  /** Settings that it needs, as its registry says. */
  config: string[];
  /** Host calls that it makes, as its registry says. */
  calls: string[];
  /** Data files beside the script, by path from its folder. Needed where a folder can't be listed. */
  files: string[];
  /** Below the registry: a script or a folder. */
  path: string;
  /** Why it can't be installed, as a sentence. */
  problem?: string;
}

export interface Manifest {
  /** Empty when it has none. */
  name: string;
  description: string;
  entries: RegistryEntry[];
  /** Sections that were left out. */
  notes: string[];
}

export const MANIFEST_FILE = 'registry.toml';
const SECTIONS = { tools: 'tool', connectors: 'connector', agents: 'agent' } as const;
/** The largest known registry has about 40. */
const MOST_ENTRIES = 5000;
const MOST_NAME = 100;
const MOST_TEXT = 1000;
const MOST_PATH = 300;

/** @throws Failure `bad_request` that names the line when it isn't TOML */
export async function readManifest(text: string): Promise<Manifest> {
  const toml = await parseToml(text, MANIFEST_FILE);
  const about = isObject(toml['registry']) ? toml['registry'] : {};
  const entries: RegistryEntry[] = [];
  const notes: string[] = [];
  for (const [section, kind] of Object.entries(SECTIONS)) {
    const table = isObject(toml[section]) ? toml[section] : {};
    for (const [name, entry] of Object.entries(table)) {
      if (isObject(entry)) entries.push(toEntry(section, kind, name, entry));
      else notes.push(`[${section}] ${shortened(withoutHidden(name), MOST_NAME)} is not a section.`);
    }
  }
  if (entries.length > MOST_ENTRIES) {
    notes.push(`Only the first ${MOST_ENTRIES} of ${entries.length} entries are listed.`);
    entries.length = MOST_ENTRIES;
  }
  return {
    name: textOf(about['name'], MOST_NAME),
    description: textOf(about['description'], MOST_TEXT),
    entries,
    notes,
  };
}

/** Makes the list of a folder without a manifest, from the places that Context Harness uses. */
export function discover(paths: readonly string[]): Manifest {
  const entries = paths.flatMap((path) => {
    const [, section, name, file] =
      /^(tools|connectors|agents)\/([^/]+)\/((?:tool|connector|agent)\.(?:lua|toml))$/.exec(path) ?? [];
    if (section === undefined || name === undefined) return [];
    const kind = SECTIONS[section as keyof typeof SECTIONS];
    return file?.startsWith(kind) ? [toEntry(section, kind, name, { path })] : [];
  });
  // An agent may have a script and a TOML file: the script comes first.
  const firsts = new Map(entries.toReversed().map((entry) => [entry.key, entry]));
  return { name: '', description: '', entries: [...firsts.values()].reverse(), notes: [] };
}

function toEntry(
  section: string,
  kind: EntryKind,
  name: string,
  entry: Record<string, unknown>,
): RegistryEntry {
  const given =
    typeof entry['path'] === 'string' && entry['path'] !== '' ? entry['path'] : `${section}/${name}`;
  const path = pathOf(given);
  const problem =
    path === undefined
      ? `Its path, ${JSON.stringify(withoutHidden(given.slice(0, 80)))}, is not inside the registry.`
      : withoutHidden(name) !== name
        ? 'Its name has invisible characters. Ask the registry’s owner to remove them.'
        : undefined;
  return {
    key: `${section}/${shortened(name, MOST_NAME)}`,
    kind,
    name: shortened(name, MOST_NAME),
    description: textOf(entry['description'], MOST_TEXT),
    tags: textsOf(entry['tags']),
    config: textsOf(entry['required_config']),
    calls: textsOf(entry['host_apis']),
    files: filesOf(entry['files']),
    path: path ?? '',
    ...(problem !== undefined && { problem }),
  };
}

/** @returns undefined for a path that leads outside, or that a person could misread */
function pathOf(given: string): string | undefined {
  if (
    given.length > MOST_PATH ||
    /^[A-Za-z][A-Za-z0-9+.-]*:|\/\/|[?#%]|[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u.test(given)
  )
    return undefined;
  if (given.split('/').includes('..')) return undefined;
  return resolvePath('', given) || undefined;
}

function filesOf(value: unknown): string[] {
  const paths: unknown[] = Array.isArray(value) ? value : [];
  return paths.flatMap((one) => (typeof one === 'string' ? (pathOf(one) ?? []) : []));
}

function textsOf(value: unknown): string[] {
  const texts = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  return texts.slice(0, 20).map((one) => shortened(withoutHidden(one), MOST_NAME));
}

function textOf(value: unknown, most: number): string {
  return typeof value === 'string' ? shortened(value.trim(), most) : '';
}
