// Imports an OpenAPI document as a bundle of HTTP tools, one for each operation. What can't be converted becomes a
// note. Nothing is downloaded: references to other documents stay unresolved.
import { SLUG, slugOf, TAG, VERSION } from '../../core/bundle.ts';
import { Failure } from '../../core/errors.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import { inMebibytes } from '../../core/limits.ts';
import type { BundleDraft, ToolDraft } from '../../core/tool-draft.ts';
import { IMPORT_LIMITS } from '../formats/import-limits.ts';
import { readHttpSpec } from './http-spec.ts';
import type { HttpSpec } from './http-types.ts';
import { baseOf } from './openapi-base.ts';
import { DocumentReader } from './openapi-document.ts';
import { plainDescription } from './plain-description.ts';
import { readOperation, type OperationPlace } from './openapi-operation.ts';

/** Microsoft Graph, the largest in use, has about 15,000; GitHub has 1,200. */
const MAX_OPERATIONS = 20_000;
/** Maximum sentences, before a person stops reading. */
const MAX_NOTES = 100;
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/**
 * @param text JSON or YAML: OpenAPI 3.0 or 3.1, or Swagger 2
 * @param address where it came from, for relative servers
 * @throws Failure `bad_request` when it is no such document, `too_large`
 */
export async function readOpenApi(text: string, address?: string): Promise<BundleDraft> {
  if (text.length > IMPORT_LIMITS.document) {
    throw new Failure(
      'too_large',
      `an OpenAPI document may have ${inMebibytes(IMPORT_LIMITS.document)}; cut it down to the paths that you need`,
    );
  }
  const { parseOpenApi } = await import('./openapi-parse.ts');
  const document = parseOpenApi(text);
  const reader = new DocumentReader(document);
  const info = isObject(document['info']) ? document['info'] : {};
  const title = String(info['title'] ?? '').trim() || 'API';
  const slug = toSlug(title);
  const names = new Names();
  const secrets = new Set<string>();
  const tools: ToolDraft[] = [];
  let more = 0;
  for (const place of operations(reader, document)) {
    if (tools.length >= MAX_OPERATIONS) {
      more += 1;
      continue;
    }
    try {
      const base = baseOf(place, document, slug, address, reader);
      const operation = readOperation(place, document, reader, { slug, base });
      const name = names.take(nameOf(place));
      const draft = toDraft({ ...operation.spec, name }, String(info['version'] ?? ''));
      const config: JsonObject = { ...base.config };
      for (const secret of operation.secrets) {
        secrets.add(secret);
        config[secret] = `\${${secret}}`;
      }
      tools.push({
        ...draft,
        config,
        tags: tagsOf(place.operation['tags']),
        ...(operation.problem !== undefined && { problem: operation.problem }),
      });
    } catch (problem) {
      if (!(problem instanceof Failure)) throw problem;
      reader.note(`${place.method.toUpperCase()} ${place.path} was left out: ${problem.message}`);
    }
  }
  if (more > 0)
    reader.note(`${more} operations were left out: at most ${MAX_OPERATIONS.toLocaleString('en')} are read.`);
  if (tools.length === 0) reader.note('The document has no operation that can become a tool.');
  return {
    slug,
    displayName: title.slice(0, 200),
    description: plainDescription(String(info['description'] ?? '')).slice(0, 2000),
    tools,
    secrets: [...secrets],
    notes: first(reader.notes),
  };
}

function* operations(reader: DocumentReader, document: JsonObject): Generator<OperationPlace> {
  const paths = isObject(document['paths']) ? document['paths'] : {};
  if (isObject(document['webhooks']) && Object.keys(document['webhooks']).length > 0) {
    reader.note('Webhooks were left out: they are calls that the service makes.');
  }
  for (const [path, item] of Object.entries(paths)) {
    const resolved = reader.resolve(item);
    if (!isObject(resolved) || !path.startsWith('/')) continue;
    for (const [method, operation] of Object.entries(resolved)) {
      if (!METHODS.has(method) || !isObject(operation)) continue;
      if (method === 'trace') reader.note(`TRACE ${path} was left out: browsers send no TRACE requests.`);
      else yield { path, method, operation, item: resolved };
    }
  }
}

function toDraft(spec: HttpSpec, version: string): Pick<ToolDraft, 'kind' | 'fileName' | 'source' | 'files'> {
  const versioned = VERSION.test(version) ? { ...spec, version } : spec;
  const source = JSON.stringify(versioned, undefined, 2);
  const fileName = `${spec.name}.http.json`;
  readHttpSpec(source, fileName); // Whatever the document says, only a valid tool is accepted.
  return { kind: 'http', fileName, source, files: {} };
}

/** Tool names, each used once; their slugs differ too. */
class Names {
  readonly #taken = new Set<string>();

  take(wanted: string): string {
    for (let number = 1; ; number++) {
      const ending = number === 1 ? '' : `_${number}`;
      const name = wanted.slice(0, 64 - ending.length) + ending;
      const slug = slugOf(name).toLowerCase();
      if (this.#taken.has(slug)) continue;
      this.#taken.add(slug);
      return name;
    }
  }
}

function nameOf({ operation, method, path }: OperationPlace): string {
  const given = operation['operationId'];
  const named = typeof given === 'string' ? toName(given) : '';
  return named || toName(`${method} ${path.replace(/[^A-Za-z0-9]+/g, ' ')}`) || method;
}

function toName(text: string): string {
  return text
    .slice(0, 500)
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^[_-]+|[_-]+$/g, '')
    .slice(0, 64);
}

function toSlug(title: string): string {
  const slug = title
    .slice(0, 500)
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60);
  return SLUG.test(slug) ? slug : 'api';
}

function tagsOf(tags: unknown): string[] {
  if (!Array.isArray(tags)) return [];
  const words = tags.filter((tag) => typeof tag === 'string').map((tag) => toName(tag).toLowerCase());
  return [...new Set(words.filter((tag) => TAG.test(tag)))].slice(0, 20);
}

function first(notes: readonly string[]): string[] {
  if (notes.length <= MAX_NOTES) return [...notes];
  return [...notes.slice(0, MAX_NOTES), `There are ${notes.length - MAX_NOTES} more notes like these.`];
}
