// Recognises files that contain tools rather than documents, before reading them completely. Pure.
//
// A false positive is harmless: the user can send the files to the library instead.

/** Everything in its folder belongs together. */
export function isManifest(path: string): boolean {
  return /(^|\/)(perilune-bundle\.json|ctx\.toml|registry\.toml)$/i.test(path);
}

/** An Agent Skill: the files in its folder belong to it. @param start the beginning of its text */
export function isSkill(path: string, start: string): boolean {
  return /(^|\/)SKILL\.md$/.test(path) && hasField(start, 'description');
}

/**
 * A library pack: documents, tools and a profile in one archive, whose first entry is its manifest.
 * @param start the beginning of its text
 */
export function isPack(path: string, start: string): boolean {
  return (
    /\.zip$/i.test(path) &&
    start.startsWith('PK\u0003\u0004') &&
    start.slice(0, 64).includes('perilune-pack.json')
  );
}

/** Names of tools and of their files. In a directory, other data may follow a name at once, so no pattern ends a word. */
const TOOL_NAMES =
  /\.lua|\.skill|\bSKILL\.md|perilune-bundle\.json|\b(ctx|registry)\.toml|\.(http|flow)\.json|\btools\.json|openapi|swagger/i;
const DOCUMENT_NAMES =
  /\.(md|markdown|txt|html?|csv|tsv|pdf|docx|pptx|xlsx|od[tsp]|epub|rtf|eml|mbox|png|jpe?g|gif|webp|py)/i;

/**
 * Whether an archive is a folder of documents: its directory names some, and nothing that looks like a tool.
 * @param end of its text, from where the directory begins or before
 */
export function isArchiveOfDocuments(end: string): boolean {
  const directory = end.slice(Math.max(0, end.indexOf('PK\u0001\u0002')));
  return DOCUMENT_NAMES.test(directory) && !TOOL_NAMES.test(directory);
}

/** Whether its beginning is worth reading. */
export function mayBeImport(path: string): boolean {
  return /\.(zip|skill|md|ya?ml|json)$/i.test(path);
}

/** @param start the beginning of its text */
export function isImport(path: string, start: string): boolean {
  if (/\.(zip|skill)$/i.test(path)) return true;
  if (isSkill(path, start)) return true;
  if (/\.(md|ya?ml)$/i.test(path) && hasField(start, 'runtime')) return true;
  if (/\.ya?ml$/i.test(path)) return /^["']?(openapi|swagger)["']?[ \t]*:/m.test(start);
  return /\.json$/i.test(path) && (/\.(http|flow)\.json$/i.test(path) || isToolJson(start));
}

/** A script names its runtime in the front matter; other front matter belongs to a document. */
function hasField(start: string, name: 'description' | 'runtime'): boolean {
  const front = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---/.exec(start)?.[1];
  return front?.split('\n').some((line) => line.startsWith(`${name}:`)) === true;
}

const TOOL_JSON = [
  /"(openapi|swagger)"\s*:\s*"/,
  /"format"\s*:\s*"perilune-tools"/,
  /"(httpImpl|goImpl|sdkImpl)"\s*:\s*\{/,
  /"(bundles|toolBundles)"\s*:\s*[{[][\s\S]*"slug"\s*:/,
  /"request"\s*:\s*\{[^}]*"url"\s*:/,
  /"steps"\s*:\s*\[\s*\{[\s\S]*"(tool|items|if|branches)"\s*:/,
];

/** A tool of RustyClaw, alone or in a list. */
const RUNTIME = /"runtime"\s*:\s*"\w+"/;

function isToolJson(start: string): boolean {
  if (/^\uFEFF?\s*\[/.test(start)) return RUNTIME.test(start) && /"body"\s*:\s*"/.test(start);
  return /^\uFEFF?\s*\{/.test(start) && [RUNTIME, ...TOOL_JSON].some((sign) => sign.test(start));
}
