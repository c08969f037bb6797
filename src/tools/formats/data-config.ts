// The initial config of an HTTP tool: a secret for every placeholder that is not an argument.
import { isObject, type JsonObject } from '../../base/json.ts';
import { SECRET_NAME } from '../../core/secrets.ts';
import { hostPlaceholders, parseAddress } from '../http/http-address.ts';
import type { HttpSpec } from '../http/http-types.ts';
import { isParameter, parseTemplate } from '../http/template.ts';

/** Root of HMAC placeholders: the request itself, not a secret. */
const OWN_ROOT = 'request';

/** @param source JSON of a valid HTTP tool */
export function configOf(source: string): JsonObject {
  const spec = JSON.parse(source) as HttpSpec;
  const config = new Map<string, string>();
  const open: unknown[] = [spec.request, spec.auth];
  while (open.length > 0) {
    const next = open.pop();
    if (isObject(next) || Array.isArray(next)) open.push(...Object.values(next));
    if (typeof next !== 'string') continue;
    for (const part of parseTemplate(next, 'the request')) {
      if (typeof part === 'string' || part.root === OWN_ROOT || isParameter(part, spec.parameters)) continue;
      if (SECRET_NAME.test(part.root) && part.steps.length === 0) config.set(part.root, `\${${part.root}}`);
    }
  }
  // A placeholder in the host is a setting for the user to fill in.
  for (const { root } of hostPlaceholders(parseAddress(spec.request.url, 'request.url')))
    config.set(root, '');
  return Object.fromEntries([...config].sort(([a], [b]) => (a < b ? -1 : 1)));
}
