// Parses JSON, YAML and TOML of untrusted files into plain objects: clear errors, no aliases, no `__proto__`.
import { Failure } from '../../core/errors.ts';
import { isObject } from '../../base/json.ts';

/** YAML is needed only for a few lines of metadata, and its parser takes a second per megabyte. */
const MAX_YAML = 256 * 1024;

/** @throws Failure `bad_request` that names the file, and the line if known */
export function parseJson(text: string, name: string): unknown {
  try {
    return plain(JSON.parse(text), name);
  } catch (error) {
    throw unreadable(error, name, 'JSON');
  }
}

/** @throws Failure `bad_request` as above, or `too_large` */
export async function parseYaml(text: string, name: string): Promise<unknown> {
  if (text.length > MAX_YAML) {
    throw new Failure('too_large', `the YAML in ${name} is longer than 256 KiB; no tool needs that much`);
  }
  const { parse } = await import('yaml');
  try {
    return plain(parse(text, { maxAliasCount: 0, prettyErrors: true }), name);
  } catch (error) {
    throw unreadable(error, name, 'YAML');
  }
}

/** @throws Failure `bad_request` as above */
export async function parseToml(text: string, name: string): Promise<Record<string, unknown>> {
  const { parse } = await import('smol-toml');
  try {
    return plain(parse(text), name) as Record<string, unknown>;
  } catch (error) {
    throw unreadable(error, name, 'TOML');
  }
}

/**
 * Returns the value unless one of its objects has a key with a special meaning in JavaScript. Without recursion, at
 * any depth.
 */
function plain(value: unknown, name: string): unknown {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) {
      throw new Failure('bad_request', `${name} cannot be imported: '__proto__' is not a valid name`);
    }
    if (isObject(next) || Array.isArray(next)) for (const item of Object.values(next)) open.push(item);
  }
  return value;
}

function unreadable(error: unknown, name: string, format: string): Failure {
  if (error instanceof Failure) return error;
  const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
  const { line } = error as { line?: unknown };
  const where = typeof line === 'number' ? ` (line ${line})` : '';
  return new Failure(
    'bad_request',
    `${name} cannot be read as ${format}: ${why.replace(/[.:]$/, '')}${where}`,
  );
}
