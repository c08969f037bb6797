// Finds the base address of an OpenAPI operation: the first server of its list, or a setting for the user to fill in.
import { allowsPlainHttp } from '../../core/hosts.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import type { DocumentReader } from './openapi-document.ts';
import type { OperationPlace } from './openapi-operation.ts';
import type { Base } from './openapi-address.ts';

/** @param address of the document */
export function baseOf(
  { operation, item }: OperationPlace,
  document: JsonObject,
  slug: string,
  address: string | undefined,
  reader: DocumentReader,
): Base {
  const server = [operation, item, document]
    .map(({ servers }) => (Array.isArray(servers) ? servers[0] : undefined))
    .find(isObject);
  const written = fillIn(server ?? {}).trim();
  const url = parse(written, address);
  if (url) {
    if (url.protocol === 'http:' && !allowsPlainHttp(url.hostname)) {
      url.protocol = 'https:';
      reader.note(`${url.host} uses https, although the document says http.`);
    }
    return { url: url.origin + url.pathname.replace(/\/+$/, ''), config: {} };
  }
  const name = `${slug.replaceAll('-', '_').toUpperCase().slice(0, 40)}_URL`.replace(/^(?=\d)/, 'API_');
  reader.note(
    `The document names no whole address of a server: set ${name} in the settings of each tool, and grant its host.`,
  );
  const path = written.startsWith('/') ? written.replace(/\/+$/, '') : '';
  return { url: `\${${name}}${path}`, config: { [name]: '' } };
}

function fillIn(server: Record<string, unknown>): string {
  const variables = isObject(server['variables']) ? server['variables'] : {};
  return String(server['url'] ?? '').replace(/\{([^{}]{1,200})\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isObject(variable) && variable['default'] !== undefined ? String(variable['default']) : whole;
  });
}

function parse(written: string, address: string | undefined): URL | undefined {
  if (/[{}]/.test(written)) return undefined;
  try {
    const url = new URL(written, address);
    return /^https?:$/.test(url.protocol) && (written !== '' || address !== undefined) ? url : undefined;
  } catch {
    return undefined;
  }
}
