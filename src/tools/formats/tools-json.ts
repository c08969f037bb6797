// Tools with everything that belongs to them in one JSON text: to read, to compare, to keep in a repository.
import { Failure } from '../../core/errors.ts';
import { isObject } from '../../base/json.ts';
import { namesIn } from '../../core/placeholders.ts';
import type { Tool } from '../../core/tool.ts';
import type { BundleDraft } from '../../core/tool-draft.ts';
import { toBundleDraft, type BundleFace } from './bundle-zip.ts';
import { toImportPath } from './import-path.ts';
import { fromPortable, portableOrder, toPortable } from './portable-tool.ts';

const FORMAT = 'perilune-tools';
const FORMAT_VERSION = 1;

export function writeToolsJson(
  { slug, displayName, description }: BundleFace,
  tools: readonly Tool[],
): string {
  const ordered = portableOrder(tools);
  const whole = {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    slug,
    displayName,
    description,
    tools: ordered.map((tool) => ({ ...toPortable(tool), source: tool.source, files: tool.files })),
    secrets: [...new Set(ordered.flatMap(({ config }) => namesIn(config)))].sort(),
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

export function isToolsJson(json: unknown): json is Record<string, unknown> {
  return isObject(json) && json['format'] === FORMAT;
}

/** @throws Failure `bad_request` that names what is unreadable */
export function readToolsJson(json: Record<string, unknown>, name: string): BundleDraft {
  const wrong = (why: string): Failure =>
    new Failure('bad_request', `${name} cannot be imported: ${why}. Nothing was imported`);
  if (json['formatVersion'] !== FORMAT_VERSION) {
    throw wrong('it was made by a newer Perilune; reload the page to get the newest one');
  }
  if (!Array.isArray(json['tools'])) throw wrong('it has no list of tools');
  const tools = json['tools'].map((entry: unknown) => {
    if (!isObject(entry) || typeof entry['source'] !== 'string')
      throw wrong('one of its tools has no source');
    const given = entry['files'] ?? {};
    if (!isObject(given)) throw wrong('the files of a tool are not a list of texts');
    const files = Object.entries(given).map(([path, text]): [string, string] => {
      if (typeof text !== 'string') throw wrong(`the file '${path}' is not text`);
      return [toImportPath(path, name), text];
    });
    return fromPortable(entry, entry['source'], Object.fromEntries(files), name);
  });
  return toBundleDraft(json, tools, name);
}
