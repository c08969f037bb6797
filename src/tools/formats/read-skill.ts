// Imports RustyClaw skills: YAML between two lines of dashes, then a script. Those in Lua become tools; others are
// kept unchanged.
import { Failure } from '../../core/errors.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { TIMEOUT } from '../../core/tool.ts';
import { OTHER_RUNTIME, type ToolDraft } from '../../core/tool-draft.ts';
import { list, toolDraft } from './draft.ts';
import { splitFrontMatter } from './front-matter.ts';
import { baseOf, toToolName } from './import-path.ts';
import { declarationOf } from './lua-declaration.ts';
import { luaValue } from '../../lua-language/write-lua.ts';
import { parseYaml } from './parse-text.ts';

const KNOWN = [
  'name',
  'description',
  'parameters',
  'runtime',
  'sandbox',
  'network',
  'policy',
  'timeout_secs',
];

/** Tells whether the first lines of a file name the runtime of its body. */
export function isSkill(path: string, text: string): boolean {
  if (/\.skill$/i.test(path)) return true;
  if (!/\.(md|ya?ml)$/i.test(path)) return false;
  const parts = splitFrontMatter(text);
  return parts !== undefined && /^runtime[ \t]*:/m.test(parts.yaml);
}

/**
 * @param notes receives a sentence for everything that is dropped
 * @throws Failure `bad_request` that names the file and the problem
 */
export async function readSkill(path: string, text: string, notes: string[]): Promise<ToolDraft> {
  const parts = splitFrontMatter(text);
  if (!parts) {
    throw new Failure(
      'bad_request',
      `${path} cannot be imported: a skill begins with a line of three dashes, then YAML, then another such line`,
    );
  }
  const head = await parseYaml(parts.yaml, path);
  if (!isObject(head))
    throw new Failure('bad_request', `${path} cannot be imported: its YAML is no list of fields`);
  return skillDraft(path, { head, body: parts.body, text }, notes);
}

/** Tells whether JSON is a tool as `POST /api/tools` of RustyClaw takes it. */
export function isRustyClawTool(json: unknown): json is Record<string, unknown> & { body: string } {
  return isObject(json) && typeof json['runtime'] === 'string' && typeof json['body'] === 'string';
}

/** Returns the tools of a `tools.json`: a list, or an object with one; undefined for other JSON. */
export function rustyClawTools(json: unknown): Parameters<typeof readRustyClawTool>[1][] | undefined {
  const all = isObject(json) ? (json['tools'] ?? Object.values(json)) : json;
  const tools = Array.isArray(all) ? all.filter(isRustyClawTool) : [];
  return tools.length > 0 ? tools : undefined;
}

/** @throws Failure `bad_request` that names the file and the problem */
export function readRustyClawTool(
  path: string,
  json: Record<string, unknown> & { body: string },
  notes: string[],
): ToolDraft {
  const { body, ...head } = json;
  return skillDraft(path, { head, body, text: `${JSON.stringify(json, null, 2)}\n` }, notes);
}

interface Skill {
  head: Record<string, unknown>;
  body: string;
  /** All of it, kept when it can't run. */
  text: string;
}

function skillDraft(path: string, { head, body, text }: Skill, notes: string[]): ToolDraft {
  const stem = baseOf(path).replace(/\.[^.]+$/, '');
  const given =
    typeof head['name'] === 'string' || typeof head['name'] === 'number' ? String(head['name']) : stem;
  const name = toToolName(given);
  if (name !== given) notes.push(`'${given}' is called '${name}' here.`);
  noteLeftOut(head, name, notes);
  const enabled = head['policy'] === 'deny' ? { enabled: false as const } : {};
  const runtime = String(head['runtime'] ?? 'none').toLowerCase();
  if (runtime !== 'lua') {
    const problem = `${OTHER_RUNTIME} ${runtime === 'none' ? 'it names no runtime' : runtime}; only Lua runs here. Its text is kept, so that it can be rewritten`;
    const { description } = head;
    const declared = {
      ...(typeof description === 'string' && description.trim() !== '' && { description }),
      ...(isObject(head['parameters']) && { parameters: head['parameters'] as JsonObject }),
    };
    return toolDraft({ kind: 'lua', name, source: text, problem, declared });
  }
  if (body.trim() === '')
    throw new Failure('bad_request', `${path} cannot be imported: there is no script in it`);
  if (declarationOf(body)) {
    return toolDraft({ kind: 'lua', name, source: body, ...enabled });
  }
  return toolDraft({ kind: 'lua', name, source: scriptOf(name, head, body, notes), ...enabled });
}

function noteLeftOut(head: Record<string, unknown>, name: string, notes: string[]): void {
  const unknown = Object.keys(head).filter((key) => !KNOWN.includes(key));
  if (unknown.length > 0) notes.push(`'${name}' has fields that mean nothing here: ${list(unknown)}.`);
  if (head['network'] === true) {
    notes.push(`'${name}' asks for the network: grant it the hosts that it may reach.`);
  }
  if (head['policy'] === 'deny') notes.push(`'${name}' is denied by its own policy, so it is switched off.`);
}

/** Wraps the body as `tool.execute` of a script with the YAML's declaration. */
function scriptOf(name: string, head: Record<string, unknown>, body: string, notes: string[]): string {
  const declared: Record<string, Json> = { name };
  if (head['description'] !== undefined && head['description'] !== null) {
    declared['description'] = String(head['description']);
  }
  declared['parameters'] = parametersOf(head['parameters'], name, notes);
  const timeout = head['timeout_secs'];
  if (typeof timeout === 'number' && timeout >= TIMEOUT.min && timeout <= TIMEOUT.max) {
    declared['timeout'] = timeout;
  } else if (timeout !== undefined && timeout !== null) {
    notes.push(`'${name}' has a time limit that is none: ${JSON.stringify(timeout)}; it gets the usual one.`);
  }
  if (head['policy'] === 'elevated') declared['approve'] = true;
  const lines = body.replace(/^(\s*\n)+/, '').trimEnd();
  return `tool = ${luaValue(declared)}\n\nfunction tool.execute(params, context)\n${lines}\nend\n`;
}

function parametersOf(given: unknown, name: string, notes: string[]): Json {
  if (given === undefined || given === null) return { type: 'object', properties: {} };
  if (Array.isArray(given)) return given as Json;
  if (isObject(given) && given['type'] === 'object') return given as Json;
  notes.push(`The parameters of '${name}' are no JSON Schema of an object, so it is called without any.`);
  return { type: 'object', properties: {} };
}
