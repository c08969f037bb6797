// Saved prompts: named texts with fields that are filled in before sending. Pure.
import { Failure } from './errors.ts';
import { isObject } from '../base/json.ts';
import { UNSEEN } from '../base/unseen.ts';

export interface SavedPrompt {
  id: string;
  /** Unique. Typed after the slash in the composer. */
  name: string;
  description: string;
  /** With fields such as `{{topic}}`. */
  text: string;
  /** The file that it was imported from; absent once a person has changed its text. */
  file?: string;
  /** ISO 8601. */
  modifiedAt: string;
}

export type PromptDraft = Pick<SavedPrompt, 'name' | 'description' | 'text'>;

export type FieldKind = 'text' | 'long' | 'number' | 'date' | 'choice';

export interface PromptField {
  name: string;
  kind: FieldKind;
  /** Options of a choice. */
  choices: readonly string[];
  /** Initial value of the field. */
  value: string;
}

export const PROMPT_LIMITS = { prompts: 500, text: 20_000, description: 300, fields: 20 };

/** Names of the composer's own commands. */
const TAKEN = ['search', 'tools', 'tool', 'lua', 'compact', 'fork', 'help'];
const NAME = /^[a-z][a-z0-9_-]{0,39}$/;
/** The content of a placeholder. It is parsed separately, so that no text takes long. */
const PLACE = /\{\{([^{}\n]{1,900})\}\}/g;
const FIELD_NAME = /^[\p{L}_][\p{L}\p{N}_ -]{0,39}$/u;
const KINDS: readonly string[] = ['text', 'long', 'number', 'date'];

/** Returns the fields of a text in order, each once. The first placeholder of a field defines it. */
export function fieldsOf(text: string): PromptField[] {
  const fields = new Map<string, PromptField>();
  for (const [, inside = ''] of text.matchAll(PLACE)) {
    const field = fieldIn(inside);
    if (field && !fields.has(field.name)) fields.set(field.name, field);
  }
  return [...fields.values()];
}

/**
 * Parses `name`, `name: kind` or `name: one, two`, each optionally followed by ` = value`. Undefined for anything
 * else.
 */
function fieldIn(inside: string): PromptField | undefined {
  const [, before = '', value = ''] = /^([^=]*)(?:=([^]*))?$/.exec(inside) ?? [];
  const [, said = '', what = ''] = /^([^:]*)(?::([^]*))?$/.exec(before) ?? [];
  const [name, kind] = [said.trim(), what.trim() || 'text'];
  if (!FIELD_NAME.test(name)) return undefined;
  if (KINDS.includes(kind)) return { name, kind: kind as FieldKind, choices: [], value: value.trim() };
  const choices = [...new Set(kind.split(',').map((one) => one.trim()))].filter(Boolean);
  return { name, kind: 'choice', choices, value: value.trim() || choices[0] || '' };
}

/**
 * Fills in the fields of a text, once: a value is plain text, whatever it contains. The result never starts like a
 * command.
 * @param values by the name of the field; absent: empty
 */
export function fillPrompt(text: string, values: Readonly<Record<string, string>>): string {
  const filled = text
    .replaceAll(PLACE, (place, inside: string) => {
      const name = fieldIn(inside)?.name;
      return name === undefined ? place : Object.hasOwn(values, name) ? values[name]! : '';
    })
    .trim();
  return asQuestion(filled);
}

/** The text of a prompt for the message field, where one that starts with a slash would be a command. */
export function asQuestion(text: string): string {
  return text.startsWith('/') ? ` ${text}` : text;
}

/** @throws Failure `bad_request` that says what to change */
export function checkPrompt({ name, description, text }: PromptDraft): PromptDraft {
  const clean = { name: name.trim().replace(/^\//, ''), description: description.trim(), text: text.trim() };
  if (clean.name === '') throw bad('Give the prompt a name. You type it after a slash.');
  if (!NAME.test(clean.name))
    throw bad(
      `"${clean.name}" can’t be a name. Use up to 40 lowercase letters, digits, - and _. Start with a letter.`,
    );
  if (TAKEN.includes(clean.name)) throw bad(`/${clean.name} is a command of Perilune. Choose another name.`);
  if (clean.text === '') throw bad('Enter the text of the prompt.');
  if (clean.text.length > PROMPT_LIMITS.text)
    throw bad(`The text has ${clean.text.length} characters. Shorten it to ${PROMPT_LIMITS.text}.`);
  if (clean.description.length > PROMPT_LIMITS.description)
    throw bad(`Shorten the description to ${PROMPT_LIMITS.description} characters.`);
  const fields = fieldsOf(clean.text);
  if (fields.length > PROMPT_LIMITS.fields)
    throw bad(`The text has ${fields.length} fields. Use at most ${PROMPT_LIMITS.fields}.`);
  const odd = fields.find(({ kind, choices }) => kind === 'choice' && choices.length < 2);
  if (odd)
    throw bad(
      `"${odd.choices[0]}" is not a kind of field. In {{${odd.name}: …}}, write text, long, number, date, or choices with commas between them.`,
    );
  return clean;
}

const FORMAT = 'perilune-prompts';

/** Returns the file that `readPromptFile` reads. */
export function promptFile(prompts: readonly SavedPrompt[]): string {
  const kept = prompts.map(({ name, description, text }) => ({ name, description, text }));
  return `${JSON.stringify({ format: FORMAT, version: 1, prompts: kept }, null, 2)}\n`;
}

export interface ReadPrompts {
  prompts: PromptDraft[];
  /** Why other prompts were left out, as sentences. */
  problems: string[];
}

/**
 * Reads Perilune's own file, a list exported by Open WebUI (`command`, `title`, `content`), or a text file as one
 * prompt.
 * @throws Failure `bad_request` for any other file
 */
export function readPromptFile(text: string, fileName: string): ReadPrompts {
  if (/\.(md|txt)$/i.test(fileName)) return readEntries([textPrompt(text, fileName)]);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw bad(`${fileName} is not JSON. Choose a file of saved prompts.`);
  }
  if (isObject(data) && data['format'] === FORMAT && data['version'] !== 1)
    throw bad(`${fileName} was made by a newer Perilune. Update Perilune, then import it again.`);
  const entries = Array.isArray(data) ? data : isObject(data) ? data['prompts'] : undefined;
  if (!Array.isArray(entries)) throw bad(`${fileName} contains no saved prompts.`);
  return readEntries(entries);
}

function readEntries(entries: readonly unknown[]): ReadPrompts {
  const read: ReadPrompts = { prompts: [], problems: [] };
  for (const [index, entry] of entries.slice(0, PROMPT_LIMITS.prompts).entries()) {
    const said = isObject(entry) ? entry : {};
    const name = textOf(said['name'], said['command']).replace(/^\//, '').toLowerCase();
    const description = textOf(said['description'], said['title']).slice(0, PROMPT_LIMITS.description);
    try {
      read.prompts.push(checkPrompt({ name, description, text: textOf(said['text'], said['content']) }));
    } catch (error) {
      read.problems.push(`Prompt ${index + 1} was left out. ${(error as Failure).message}`);
    }
  }
  const more = entries.length - PROMPT_LIMITS.prompts;
  if (more > 0) read.problems.push(`${more} more were left out: at most ${PROMPT_LIMITS.prompts} are kept.`);
  return read;
}

function textPrompt(text: string, fileName: string): Record<string, string> {
  const name = fileName
    .replace(/(\.prompt)?\.\w+$/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, 40);
  const [, head, body = text] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text) ?? [];
  const description = /^description:\s*["']?(.*?)["']?\s*$/m.exec(head ?? '')?.[1] ?? '';
  return { name, description, text: body };
}

/** Without characters that a person would not see when reading the prompt. */
function textOf(...candidates: unknown[]): string {
  return candidates.find((one) => typeof one === 'string')?.replaceAll(UNSEEN, '') ?? '';
}

function bad(message: string): Failure {
  return new Failure('bad_request', message);
}
