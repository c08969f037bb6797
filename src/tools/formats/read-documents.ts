// Reads files that hold one or several tools by themselves: skills, HTTP tools and flows, FlexiGPT's JSON, OpenAPI
// documents.
import { Failure } from '../../core/errors.ts';
import { isObject } from '../../base/json.ts';
import type { BundleDraft, ToolDraft } from '../../core/tool-draft.ts';
import { configOf } from './data-config.ts';
import { bundleDraft, toolDraft } from './draft.ts';
import type { ImportFolder } from './import-folder.ts';
import { SLUG } from '../../core/bundle.ts';
import { baseOf, folderOf, toSlug, toToolName } from './import-path.ts';
import { parseJson } from './parse-text.ts';
import { flexiBundlesIn, isFlexiTool, readFlexiTool, type FlexiBundle } from './read-flexigpt.ts';
import { isRustyClawTool, isSkill, readRustyClawTool, readSkill, rustyClawTools } from './read-skill.ts';
import { isToolsJson, readToolsJson } from './tools-json.ts';

export interface Documents {
  /** Tools without a bundle of their own. */
  tools: ToolDraft[];
  bundles: BundleDraft[];
}

type Fields = Record<string, unknown>;

/** FlexiGPT's tools by file, until their bundle is known. */
interface Flexi {
  bundles: FlexiBundle[];
  tools: { json: Fields; path: string }[];
}

/**
 * Takes from the folder what it reads. JSON and YAML of other kinds stay.
 * @throws Failure `bad_request` for a file that claims to be one of these but can't be read
 */
export async function readDocuments(folder: ImportFolder): Promise<Documents> {
  const read: Documents = { tools: [], bundles: [] };
  const flexi: Flexi = { bundles: [], tools: [] };
  for (const path of folder.open()) {
    const text = folder.text(path) ?? '';
    if (isSkill(path, text)) {
      read.tools.push(await readSkill(path, text, folder.notes));
      folder.take(path);
    } else if (/\.ya?ml$/i.test(path) && /^["']?(openapi|swagger)["']?[ \t]*:/m.test(text)) {
      read.bundles.push(await readApi(folder, path, text));
    } else if (/\.json$/i.test(path) && !/(^|[./])cases\.json$/i.test(path)) {
      await readJson(folder, path, text, read, flexi);
    }
  }
  sortFlexi(folder, flexi, read);
  return read;
}

async function readJson(
  folder: ImportFolder,
  path: string,
  text: string,
  read: Documents,
  flexi: Flexi,
): Promise<void> {
  const isOurs = /\.(http|flow)\.json$/i.test(path);
  const json = isOurs || looksLikeTool(text) ? parseJson(text, path) : undefined;
  const claws = isOurs ? undefined : isRustyClawTool(json) ? [json] : rustyClawTools(json);
  if (claws) {
    read.tools.push(...claws.map((tool) => readRustyClawTool(path, tool, folder.notes)));
    folder.take(path);
    return;
  }
  if (!isObject(json)) {
    if (isOurs) throw new Failure('bad_request', `${path} cannot be imported: it is not a JSON object`);
    return;
  }
  const bundles = flexiBundlesIn(json);
  if ('openapi' in json || 'swagger' in json) {
    read.bundles.push(await readApi(folder, path, text));
  } else if (isToolsJson(json)) {
    read.bundles.push(readToolsJson(json, path));
  } else if (isFlexiTool(json)) {
    flexi.tools.push({ json, path });
  } else if (bundles) {
    if (bundles.tools.length > 0)
      read.bundles.push(flexiBundle(bundles.bundles[0], bundles.tools, path, folder));
    else flexi.bundles.push(...bundles.bundles);
  } else if (isObject(json['request']) || Array.isArray(json['steps']) || isOurs) {
    read.tools.push(await readData(folder, path, text, json));
  } else {
    return;
  }
  folder.take(path);
}

/** Parses only what may be a tool: a folder can hold much other JSON. */
function looksLikeTool(text: string): boolean {
  return /"(openapi|swagger|format|schemaVersion|runtime|request|steps|tools|bundles|httpImpl|goImpl|sdkImpl)"\s*:/.test(
    text,
  );
}

async function readApi(folder: ImportFolder, path: string, text: string): Promise<BundleDraft> {
  const { readOpenApi } = await import('../http/openapi.ts');
  const bundle = await readOpenApi(text, folder.address);
  folder.take(path);
  return bundle;
}

/** Reads an HTTP tool or a flow of this app. It must be valid, and its test cases may be beside it. */
async function readData(folder: ImportFolder, path: string, text: string, json: Fields): Promise<ToolDraft> {
  const isFlow = /\.flow\.json$/i.test(path) || (!isObject(json['request']) && Array.isArray(json['steps']));
  const stem = path.replace(/(\.(http|flow))?\.json$/i, '');
  const own = /^(tool|connector)$/i.test(baseOf(stem)) ? baseOf(folderOf(path)) || folder.name : undefined;
  const name = toToolName(own ?? baseOf(stem));
  const cases = [
    `${stem}.cases.json`,
    own === undefined ? '' : `${folderOf(path)}/cases.json`.replace(/^\//, ''),
  ].find((beside) => folder.text(beside) !== undefined && !folder.isTaken(beside));
  if (cases !== undefined) folder.take(cases);
  const files: Record<string, string> = cases === undefined ? {} : { 'cases.json': folder.text(cases) ?? '' };
  try {
    if (isFlow) {
      const { readFlowSpec } = await import('../../core/flow/flow-spec.ts');
      readFlowSpec(text, `${name}.flow.json`);
      return toolDraft({ kind: 'flow', name, source: text, files });
    }
    const { readHttpSpec } = await import('../http/http-spec.ts');
    readHttpSpec(text, `${name}.http.json`);
    return toolDraft({ kind: 'http', name, source: text, files, config: configOf(text) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.code, `${path} cannot be imported: ${error.message}`, error.details);
  }
}

/** A FlexiGPT tool is in a folder named after its bundle: `<id>_<slug>`, or only one of them. */
function sortFlexi(folder: ImportFolder, flexi: Flexi, read: Documents): void {
  const own = new Map<FlexiBundle, { json: Fields; path: string }[]>();
  for (const tool of flexi.tools) {
    const place = baseOf(folderOf(tool.path));
    const bundle =
      flexi.bundles.find(({ id, slug }) => [id, slug, `${id}_${slug}`].includes(place)) ??
      (flexi.bundles.length === 1 ? flexi.bundles[0] : undefined);
    if (bundle) own.set(bundle, [...(own.get(bundle) ?? []), tool]);
    else read.tools.push(readFlexiTool(tool.json, baseOf(tool.path).replace(/\.json$/i, ''), folder.notes));
  }
  for (const bundle of flexi.bundles) {
    const tools = own.get(bundle);
    if (!tools) folder.notes.push(`The bundle '${bundle.slug}' has no tools among the imported files.`);
    else
      read.bundles.push(
        flexiBundle(
          bundle,
          tools.map(({ json }) => json),
          bundle.slug,
          folder,
        ),
      );
  }
}

function flexiBundle(
  bundle: FlexiBundle | undefined,
  tools: readonly Fields[],
  from: string,
  folder: ImportFolder,
): BundleDraft {
  const notes: string[] = [];
  return bundleDraft({
    name: bundle?.displayName ?? from,
    slug: slugIn(bundle?.slug ?? from),
    description: bundle?.description ?? '',
    tools: tools.map((json) => readFlexiTool(json, folder.name ?? 'tool', notes)),
    notes,
  });
}

/** A slug of any script stays as it is. */
function slugIn(text: string): string {
  const composed = text.normalize('NFC');
  return SLUG.test(composed) ? composed : toSlug(text);
}
