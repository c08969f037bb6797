// Turns one operation of an OpenAPI document into an HTTP tool: its parameters and body fields are the arguments.
import { freeName } from '../../base/free-name.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Schema } from '../../core/schema.ts';
import type { HttpMethod, HttpRequestSpec, HttpSpec, QueryValue } from './http-types.ts';
import { securityOf } from './openapi-auth.ts';
import type { Base } from './openapi-address.ts';
import type { DocumentReader } from './openapi-document.ts';
import { plainDescription } from './plain-description.ts';
import { isClosedObject, SchemaReader, shapeOf } from './openapi-schema.ts';

export interface OperationPlace {
  path: string;
  /** Lower case. */
  method: string;
  operation: Record<string, unknown>;
  /** Shared by all operations of the path. */
  item: Record<string, unknown>;
}

export interface ReadOperation {
  spec: Omit<HttpSpec, 'name'>;
  secrets: string[];
  /** Why it can't run here. */
  problem?: string;
}

/** Headers set by HTTP and the tool itself. */
const OWN_HEADERS = new Set(['accept', 'content-type', 'authorization']);

export function readOperation(
  place: OperationPlace,
  document: JsonObject,
  reader: DocumentReader,
  { slug, base }: { slug: string; base: Base },
): ReadOperation {
  const { operation, method } = place;
  const schemas = new SchemaReader(reader);
  const args = new Arguments();
  const request: HttpRequestSpec = { method: method.toUpperCase() as HttpMethod, url: '' };
  const security = securityOf(operation, document, reader, slug);
  const query: Record<string, QueryValue> = { ...security.query };
  const headers: Record<string, string> = { ...security.headers };
  const inPath = new Map<string, string>();
  for (const parameter of parametersOf(place, reader)) {
    const { name, schema } = readParameter(parameter, schemas);
    const required = parameter['required'] === true;
    switch (parameter['in']) {
      case 'path':
        inPath.set(name, args.add(name, schema, true));
        break;
      case 'query':
        query[name] = queryValue(parameter, schema, args.add(name, schema, required), reader);
        break;
      case 'header':
        if (!OWN_HEADERS.has(name.toLowerCase())) headers[name] = `\${${args.add(name, schema, required)}}`;
        break;
      default:
        reader.note(`The cookie ${name} is left out: a page may not set cookies for other hosts.`);
    }
  }
  request.url = base.url + fillPath(place, inPath, args, reader);
  const problem = readBody(place, reader, schemas, args, request);
  if (Object.keys(query).length > 0) request.query = query;
  if (Object.keys(headers).length > 0) request.headers = headers;
  const returns = returnsOf(operation, reader);
  const description = [operation['summary'], operation['description']].filter(
    (text) => typeof text === 'string' && text.trim() !== '',
  );
  return {
    spec: {
      description: (plainDescription(description.join('\n\n')) || `${request.method} ${place.path}`).slice(
        0,
        1000,
      ),
      parameters: args.schema(),
      ...(returns && { returns }),
      request,
      ...(security.auth && { auth: security.auth }),
    },
    secrets: security.secrets,
    ...(problem !== undefined && { problem }),
  };
}

/** The arguments of the tool, under names that are valid in placeholders. */
class Arguments {
  readonly #properties = new Map<string, Schema>();
  readonly #required: string[] = [];

  /** @returns the name that it was given */
  add(wanted: string, schema: Schema, required: boolean): string {
    const plain =
      wanted
        .replace(/[^A-Za-z0-9_-]+/g, '_')
        .replace(/^_+(?=.)|_+$/g, '')
        .slice(0, 60) || 'value';
    const safe = plain === 'proto' && wanted !== plain ? 'value' : plain;
    const name = freeName(
      safe,
      (free) => this.has(free),
      (number) => `${safe}_${number}`,
    );
    this.#properties.set(name, schema);
    if (required) this.#required.push(name);
    return name;
  }

  has(name: string): boolean {
    return this.#properties.has(name);
  }

  schema(): NonNullable<HttpSpec['parameters']> {
    const properties = Object.fromEntries(this.#properties);
    return { type: 'object', properties, ...(this.#required.length > 0 && { required: this.#required }) };
  }
}

/** Returns the path's parameters, overridden by the operation's. */
function parametersOf(
  { operation, item }: OperationPlace,
  reader: DocumentReader,
): Record<string, unknown>[] {
  const all = new Map<string, Record<string, unknown>>();
  for (const given of [item['parameters'], operation['parameters']].flat()) {
    const parameter = reader.resolve(given);
    if (!isObject(parameter) || typeof parameter['name'] !== 'string') continue;
    all.set(`${String(parameter['in'])} ${parameter['name']}`, parameter);
  }
  return [...all.values()];
}

function readParameter(
  parameter: Record<string, unknown>,
  schemas: SchemaReader,
): { name: string; schema: Schema } {
  const content = isObject(parameter['content']) ? Object.values(parameter['content'])[0] : undefined;
  const schema = schemas.read(parameter['schema'] ?? (isObject(content) ? content['schema'] : undefined));
  const { description } = parameter;
  return {
    name: String(parameter['name']),
    schema:
      typeof description === 'string' ? { ...schema, description: plainDescription(description) } : schema,
  };
}

const JOINTS: Record<string, string> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' };

function queryValue(
  parameter: Record<string, unknown>,
  { type }: Schema,
  argument: string,
  reader: DocumentReader,
): QueryValue {
  const value = `\${${argument}}`;
  const style = String(parameter['style'] ?? 'form');
  const types = [type].flat();
  if (types.includes('object')) {
    reader.note(
      `The query parameter ${String(parameter['name'])} is an object. It is sent as JSON; the document’s style is ignored.`,
    );
  }
  const explode = parameter['explode'] ?? style === 'form';
  if (!types.includes('array') || explode === true) return value;
  return { value, join: JOINTS[style] ?? ',' };
}

function fillPath(
  { path, method }: OperationPlace,
  names: ReadonlyMap<string, string>,
  args: Arguments,
  reader: DocumentReader,
): string {
  const [plain = ''] = path.split('#', 1);
  if (plain !== path)
    reader.note(`${method.toUpperCase()} ${path}: the part of a path after # is never sent.`);
  return plain.replace(/\$(?=\{)/g, '%24').replace(/\{([^{}/]{1,200})\}/g, (_, name: string) => {
    const known = names.get(name);
    return `\${${known ?? args.add(name, { type: 'string' }, true)}}`;
  });
}

/** @returns why the operation can't run, if so */
function readBody(
  { operation, method, path }: OperationPlace,
  reader: DocumentReader,
  schemas: SchemaReader,
  args: Arguments,
  request: HttpRequestSpec,
): string | undefined {
  const body = reader.resolve(operation['requestBody']);
  if (!isObject(body) || !isObject(body['content'])) return undefined;
  const where = `${method.toUpperCase()} ${path}`;
  if (method === 'get' || method === 'head') {
    reader.note(`${where}: its body is left out, because browsers send none with such a request.`);
    return undefined;
  }
  const types = Object.keys(body['content']);
  const find = (pattern: RegExp): string | undefined => types.find((type) => pattern.test(type));
  const type =
    find(/^application\/json\b/i) ??
    find(/[/+]json\b/i) ??
    find(/^\*\/\*$/) ??
    find(/urlencoded/i) ??
    find(/^text\//i);
  const required = body['required'] === true;
  if (type === undefined) {
    const sentence = `${where}: its body is ${types.join(' or ').slice(0, 200) || 'of no known type'}, which tools cannot send.`;
    reader.note(sentence);
    return required ? sentence : undefined;
  }
  const media = (body['content'] as Record<string, unknown>)[type];
  const schema = schemas.readObject(isObject(media) ? media['schema'] : undefined);
  const json = type === '*/*' || /[/+]json\b/i.test(type);
  if (type !== '*/*' && !/^application\/json$/i.test(type)) request.contentType = type;
  if (/^text\//i.test(type)) {
    request.body = `\${${args.add('body', schema, required)}}`;
    return undefined;
  }
  const names = Object.keys(schema.properties ?? {});
  if (isClosedObject(schema) && !names.some((name) => args.has(name) || name.includes('${'))) {
    const fields = names.map((name): [string, Json] => {
      const needed = required && (schema.required ?? []).includes(name);
      return [name, `\${${args.add(name, schema.properties[name] as Schema, needed)}}`];
    });
    request.body = Object.fromEntries(fields);
    return undefined;
  }
  if (!json) {
    const sentence = `${where}: the fields of its form are not listed, so it cannot be sent.`;
    reader.note(sentence);
    return required ? sentence : undefined;
  }
  request.body = `\${${args.add('body', schema, required)}}`;
  return undefined;
}

/**
 * Declares a result only for a single, simple kind of success, so that a service that deviates from its document
 * stays usable.
 */
function returnsOf(operation: Record<string, unknown>, reader: DocumentReader): Schema | undefined {
  const responses = isObject(operation['responses']) ? operation['responses'] : {};
  const successes = Object.keys(responses).filter((code) => /^2/.test(code));
  const response = successes.length === 1 ? reader.resolve(responses[successes[0] as string]) : undefined;
  const content = isObject(response) && isObject(response['content']) ? response['content'] : {};
  const media = Object.keys(content).length === 1 ? content['application/json'] : undefined;
  if (!isObject(media)) return undefined;
  const schemas = new SchemaReader(reader);
  const schema = schemas.read(media['schema']);
  const simple = !schemas.loose && !/"(anyOf|oneOf|allOf|not|prefixItems)":/.test(JSON.stringify(schema));
  const isStructure = schema.type === 'object' || schema.type === 'array';
  return simple && isStructure ? shapeOf(schema) : undefined;
}
