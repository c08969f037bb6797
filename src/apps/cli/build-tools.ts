// The Lua tools of `perilune build --tools`. Each is read in the sandbox, as in the app, before it goes into the
// index. A broken tool fails the build: its author can fix it, a visitor cannot.
import { Failure } from '../../core/errors.ts';
import type { SyntaxProblem } from '../../core/finding.ts';
import type { JsonObject } from '../../base/json.ts';
import { inMebibytes } from '../../core/limits.ts';
import { namesIn } from '../../core/placeholders.ts';
import type { SiteTool, SiteToolCode } from '../../core/site-pack.ts';
import type { ToolDraft } from '../../core/tool-draft.ts';
import type { ToolSpec } from '../../core/tool.ts';
import { readTools } from '../../cli/session.ts';

/** Reads scripts: the terminal's sandbox. */
export interface ScriptReader {
  inspect(source: string, fileName: string, files: Readonly<Record<string, string>>): Promise<ToolSpec>;
  /** Returns Lua's syntax errors in these texts, by path. Runs nothing. */
  compile(sources: Readonly<Record<string, string>>): Promise<SyntaxProblem[]>;
  close(): void;
}

/** Bytes. The first question to a model downloads all tools, compressed to about a quarter. */
const MAX_BYTES = 1024 * 1024;
/** A model gets 40 tools per question, and a site should leave room for those of its pages. */
const MAX_TOOLS = 100;
/** An author's test cases. */
const CASES = /(^|\.)cases\.json$/i;

/** Sorted by name. @throws Failure that names the file, and the line if known. */
export async function siteToolsIn(
  folder: string,
  open: () => Promise<ScriptReader>,
): Promise<(SiteTool & SiteToolCode)[]> {
  return siteToolsOf(
    (await readTools(folder)).flatMap(({ tools }) => tools),
    folder,
    open,
  );
}

/** The same for tools that were read. @param folder where they come from, for messages */
export async function siteToolsOf(
  drafts: readonly ToolDraft[],
  folder: string,
  open: () => Promise<ScriptReader>,
): Promise<(SiteTool & SiteToolCode)[]> {
  if (drafts.length === 0) return [];
  for (const draft of drafts) checkDraft(draft);
  if (drafts.length > MAX_TOOLS) {
    throw new Failure(
      'too_large',
      `a pack can have at most ${MAX_TOOLS} tools; there are ${drafts.length} in ${folder}`,
    );
  }
  const reader = await open();
  const tools: (SiteTool & SiteToolCode)[] = [];
  try {
    for (const draft of drafts) tools.push(await toolOf(draft, reader));
  } finally {
    reader.close();
  }
  tools.sort((a, b) => (a.name < b.name ? -1 : 1));
  const twice = tools.find(({ name }, i) => tools[i + 1]?.name === name);
  if (twice) throw new Failure('conflict', `two tools in ${folder} are called ${twice.name}`);
  const bytes = Buffer.byteLength(JSON.stringify(tools));
  if (bytes > MAX_BYTES) {
    throw new Failure(
      'too_large',
      `the tools in ${folder} are ${inMebibytes(bytes)} together, and a pack can have ${inMebibytes(MAX_BYTES)}: every visitor who chats downloads them`,
    );
  }
  return tools;
}

function checkDraft({ kind, fileName, config, problem }: ToolDraft): void {
  const refuse = (why: string): Failure => new Failure('bad_request', `${fileName}: ${why}`);
  if (problem !== undefined) throw refuse(problem);
  if (kind !== 'lua') throw refuse('a pack supports only Lua tools');
  const [secret] = namesIn(config);
  if (secret !== undefined) {
    throw refuse(`its config names the secret ${secret}, and visitors have no secrets`);
  }
}

async function toolOf(
  { fileName, source, config, files: all }: ToolDraft,
  reader: ScriptReader,
): Promise<SiteTool & SiteToolCode> {
  const kept = Object.entries(all).filter(([path]) => !CASES.test(path));
  const files = Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
  const spec = await reader.inspect(source, fileName, files).catch((problem: unknown) => {
    if (!(problem instanceof Failure)) throw problem;
    const { code, message } = problem;
    throw new Failure(code, message.includes(fileName) ? message : `${fileName}: ${message}`);
  });
  if (spec.kind === 'connector') {
    throw new Failure(
      'bad_request',
      `${fileName}: a connector adds documents to a library; a pack contains tools`,
    );
  }
  // A module required only during a call has not been checked yet.
  const modules = kept.filter(([path]) => path.endsWith('.lua'));
  const [wrong] = modules.length === 0 ? [] : await reader.compile(Object.fromEntries(modules));
  if (wrong) throw new Failure('bad_request', `${fileName}: ${wrong.file}:${wrong.line}: ${wrong.message}`);
  return {
    name: spec.name,
    description: spec.description,
    spec: spec as unknown as JsonObject,
    source,
    files,
    ...(Object.keys(config).length > 0 && { config }),
  };
}
