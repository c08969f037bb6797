// The config that an HTTP tool starts with: a secret for every name in its placeholders that is no argument.
import { isObject, type JsonObject } from '../../base/json.ts';
import { SECRET_NAME } from '../../core/secrets.ts';
import { hostPlaceholders, parseAddress } from '../http/http-address.ts';
import type { HttpSpec } from '../http/http-types.ts';
import { isParameter, parseTemplate } from '../http/template.ts';

/** Of an HMAC signature: the request itself, no secret. */
const OWN_ROOT = 'request';

/** @param source JSON of an HTTP tool that reads. */
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
  // What chooses the host is a setting, to be filled in.
  for (const { root } of hostPlaceholders(parseAddress(spec.request.url, 'request.url')))
    config.set(root, '');
  return Object.fromEntries([...config].sort(([a], [b]) => (a < b ? -1 : 1)));
}
