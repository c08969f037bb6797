// Builds drafts: the parts that all formats share.
import { Failure } from '../../core/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { namesIn } from '../../core/placeholders.ts';
import { SECRET_NAME } from '../../core/secrets.ts';
import { TAG } from '../../core/bundle.ts';
import type { BundleDraft, ToolDraft } from '../../core/tool-draft.ts';
import { bytesOf } from './import-limits.ts';
import { toSlug } from './import-path.ts';

export const FILE_ENDINGS: Record<ToolDraft['kind'], string> = {
  lua: '.lua',
  http: '.http.json',
  flow: '.flow.json',
};

/** Limits of one tool, the same as the registry's. */
const MAX_TOOL_FILES = { count: 200, bytes: 2 * 1024 * 1024 };

/** @throws Failure `too_large` when the tool's files exceed what the registry keeps */
export function toolDraft(
  given: Pick<ToolDraft, 'kind' | 'source'> & { name: string } & Partial<ToolDraft>,
): ToolDraft {
  const { name, kind, source, files = {}, config = {}, tags = [], ...rest } = given;
  const texts = Object.values(files);
  const bytes = texts.reduce((sum, text) => sum + bytesOf(text).length, 0);
  if (texts.length > MAX_TOOL_FILES.count || bytes > MAX_TOOL_FILES.bytes) {
    throw new Failure(
      'too_large',
      `the tool '${name}' has more files than a tool can have: ${MAX_TOOL_FILES.count} files, 2 MiB together. Nothing was imported`,
    );
  }
  return { kind, fileName: `${name}${FILE_ENDINGS[kind]}`, source, files, config, tags, ...rest };
}

/** @param secrets names that occur in the tools' sources, besides those in their config */
export function bundleDraft(
  given: Pick<BundleDraft, 'tools'> & { name: string } & Partial<BundleDraft>,
): BundleDraft {
  const { name, tools, notes = [], secrets = [], description = '' } = given;
  const named = tools.flatMap(({ config }) => namesIn(config));
  return {
    slug: given.slug ?? toSlug(name),
    displayName: given.displayName ?? name,
    description,
    tools,
    secrets: [...new Set([...secrets, ...named])].sort(),
    notes,
  };
}

/** Returns words that can be tags, and adds a note for the others. */
export function toTags(given: unknown, of: string, notes: string[]): string[] {
  if (given === undefined || given === null) return [];
  const words = (Array.isArray(given) ? given : [given]).map(String);
  const tags = [...new Set(words.map((word) => word.trim().replaceAll(' ', '-')))];
  const odd = tags.filter((tag) => !TAG.test(tag));
  if (odd.length > 0)
    notes.push(`'${of}' has tags that cannot be tags here and were left out: ${list(odd)}.`);
  return tags.filter((tag) => TAG.test(tag));
}

/** Adds a note for names in `${…}` that no secret can have: they would stay empty forever. */
export function noteOddSecrets(config: JsonObject, of: string, notes: string[]): void {
  const odd = new Set<string>();
  for (const [, name = ''] of JSON.stringify(config).matchAll(/\$\{([^{}"]{0,80})\}/g)) {
    if (!SECRET_NAME.test(name)) odd.add(name);
  }
  if (odd.size === 0) return;
  notes.push(`The config of '${of}' names '${[...odd].join("', '")}', which no secret can be called.`);
}

/** Formats a list for people: at most ten names, then how many more. */
export function list(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => `'${name}'`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
