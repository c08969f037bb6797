// Applies a cURL command to a tool: replaces its request and keeps everything else. Pure.
import type { Json } from '../../../base/json.ts';
import { withJsonValue } from '../../../base/json-text.ts';
import { withParametersFor, withoutParameter, parametersOf } from '../edit-request.ts';
import { namesOf } from '../request-names.ts';
import { readRequest } from '../request-text.ts';
import type { CurlTool } from './curl-tool.ts';

/** @param isNew the tool is still the template, so its description can be replaced. */
export function withCurl(text: string, { request, auth, timeout }: CurlTool, isNew = false): string {
  const parts: [string, Json | undefined][] = [
    ['request', request],
    ['auth', auth],
    ['timeout', timeout],
    // Settings for the old request's response and retries.
    ['response', undefined],
    ['returns', undefined],
    ['retries', undefined],
    ...(isNew ? [['description', described(request)] as [string, Json]] : []),
  ];
  const replaced = parts.reduce((rest, [name, value]) => withJsonValue(rest, [name], value), text);
  const spec = readRequest(replaced).spec;
  if (!spec) return text;
  const used = namesOf(spec);
  const without = Object.keys(parametersOf(spec))
    .filter((name) => !used.has(name))
    .reduce(withoutParameter, replaced);
  return withParametersFor(without, {});
}

function described(request: CurlTool['request']): string {
  const address = String(request['url'])
    .replace(/^https?:\/\//, '')
    .replaceAll('${', '{');
  return `Calls ${String(request['method'])} ${address}`;
}
