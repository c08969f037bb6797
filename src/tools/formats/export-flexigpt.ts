// Exports HTTP tools for FlexiGPT: the bundle's manifest, and a JSON file for each tool in the bundle's folder.
import { Failure } from '../../core/errors.ts';
import type { Bundle } from '../../core/bundle.ts';
import { isObject } from '../../base/json.ts';
import type { Tool } from '../../core/tool.ts';
import { readHttpSpec } from '../http/http-spec.ts';
import type { HttpAuth, HttpSpec } from '../http/http-types.ts';
import { packZip } from './bundle-zip.ts';
import { list } from './draft.ts';
import { nothingToExport, ZIP_TYPE, type ExportedFile } from './export-lua.ts';
import { portableOrder } from './portable-tool.ts';

const SCHEMA_VERSION = '2025-07-01';

export function exportFlexiGpt(
  bundle: Pick<Bundle, 'slug' | 'displayName' | 'description'> & Partial<Bundle>,
  tools: readonly Tool[],
  notes: string[],
): ExportedFile {
  const left: string[] = [];
  const texts = new Map<string, string>();
  const folder = `${bundle.id ?? bundle.slug}_${bundle.slug}`;
  for (const tool of portableOrder(tools)) {
    const json = tool.kind === 'http' && tool.problem === undefined ? toFlexiTool(tool, notes) : undefined;
    if (!json) {
      left.push(tool.name);
      continue;
    }
    const version = tool.spec.version.replace(/[^A-Za-z0-9.-]+/g, '-');
    texts.set(`${folder}/${tool.slug}_${version}.json`, `${JSON.stringify(json, null, 2)}\n`);
  }
  if (left.length > 0)
    notes.push(`FlexiGPT supports only HTTP tools, so these were left out: ${list(left)}.`);
  if (texts.size === 0) throw nothingToExport('tools of FlexiGPT', notes);
  const id = bundle.id ?? bundle.slug;
  const manifest = {
    schemaVersion: SCHEMA_VERSION,
    bundles: {
      [id]: {
        schemaVersion: SCHEMA_VERSION,
        id,
        slug: bundle.slug,
        displayName: bundle.displayName,
        description: bundle.description,
        isEnabled: bundle.enabled ?? true,
        isBuiltIn: false,
        ...(bundle.createdAt !== undefined && { createdAt: bundle.createdAt }),
        ...(bundle.modifiedAt !== undefined && { modifiedAt: bundle.modifiedAt }),
      },
    },
  };
  texts.set('tools.bundles.json', `${JSON.stringify(manifest, null, 2)}\n`);
  return { fileName: `${bundle.slug}-flexigpt.zip`, bytes: packZip(texts), type: ZIP_TYPE, notes };
}

/** Returns undefined when FlexiGPT has no equivalent. */
function toFlexiTool(tool: Tool, notes: string[]): object | undefined {
  let spec: HttpSpec;
  try {
    spec = readHttpSpec(tool.source, `${tool.name}.http.json`);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
  const { request, response, auth, retries } = spec;
  const proof = auth && flexiAuth(auth);
  if (auth && !proof) {
    notes.push(`'${tool.name}' authenticates with ${auth.type}, which FlexiGPT does not support.`);
    return undefined;
  }
  if (retries)
    notes.push(`FlexiGPT does not retry requests, so the retries of '${tool.name}' were left out.`);
  if (request.contentType !== undefined && hasHeader(request.headers, 'content-type') === false) {
    request.headers = { ...request.headers, 'Content-Type': request.contentType };
  }
  return {
    schemaVersion: SCHEMA_VERSION,
    id: tool.id,
    slug: tool.slug,
    version: tool.spec.version,
    displayName: tool.name,
    description: tool.spec.description,
    tags: tool.tags,
    userCallable: tool.userCallable,
    llmCallable: tool.llmCallable,
    autoExecReco: false,
    argSchema: tool.spec.parameters,
    ...(tool.spec.returns && { outputSchema: tool.spec.returns }),
    llmToolType: 'function',
    type: 'http',
    httpImpl: {
      request: {
        method: request.method ?? 'GET',
        urlTemplate: request.url,
        ...(request.query && { query: flatQuery(request.query) }),
        ...(request.headers && { headers: asTexts(request.headers) }),
        ...(request.body !== undefined && {
          body: typeof request.body === 'string' ? request.body : JSON.stringify(request.body),
        }),
        ...(proof && { auth: proof }),
        timeoutMS: Math.round(tool.spec.timeout * 1000),
      },
      response: {
        ...(response?.successCodes && { successCodes: response.successCodes }),
        errorMode: response?.errorMode ?? 'fail',
        bodyOutputMode: response?.mode === undefined || response.mode === 'json' ? 'auto' : response.mode,
      },
    },
    isEnabled: tool.enabled,
    isBuiltIn: false,
    createdAt: tool.createdAt,
    modifiedAt: tool.modifiedAt,
  };
}

function flexiAuth(auth: HttpAuth): object | undefined {
  if (auth.type === 'bearer') return { type: 'bearer', valueTemplate: auth.token };
  if (auth.type === 'basic') return { type: 'basic', valueTemplate: `${auth.username}:${auth.password}` };
  if (auth.type === 'apiKey')
    return { type: 'apiKey', in: auth.in, name: auth.name, valueTemplate: auth.value };
  return undefined;
}

function flatQuery(query: NonNullable<HttpSpec['request']['query']>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.join(',')];
      return [name, String(isObject(value) ? value['value'] : value)];
    }),
  );
}

function asTexts(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
}

function hasHeader(headers: Record<string, unknown> | undefined, name: string): boolean {
  return Object.keys(headers ?? {}).some((header) => header.toLowerCase() === name);
}
