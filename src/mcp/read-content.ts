// Reads resources and prompts of a server, and their contents, into plain, bounded data.
//
// - Names and descriptions lose invisible characters. The text of a resource stays unchanged, like that of a file.
// - Unusable parts are left out and named; the rest stays.
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import type { McpContent, McpPrompt, McpPromptText, McpResource } from '../core/mcp-content.ts';
import { seen } from './read-tools.ts';

export const MOST_LISTED = 500;
const LONGEST_URI = 2000;
const LONGEST_NAME = 128;
const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 2000;
const MOST_ARGUMENTS = 20;
const MOST_CONTENTS = 50;
/** Maximum characters of a prompt, because the user reads it in the question. */
const LONGEST_PROMPT = 100_000;

/** @returns undefined if it is invalid */
export function readResource(given: unknown): McpResource | undefined {
  return isObject(given) ? resourceAt(given['uri'], given) : undefined;
}

/** A template: an address with placeholders. @returns undefined if it is invalid */
export function readTemplate(given: unknown): McpResource | undefined {
  const found = isObject(given) ? resourceAt(given['uriTemplate'], given) : undefined;
  return found && { ...found, isTemplate: true };
}

function resourceAt(uri: unknown, given: Record<string, unknown>): McpResource | undefined {
  if (typeof uri !== 'string' || uri === '' || uri !== seen(uri, LONGEST_URI)) return undefined;
  const mimeType = seen(given['mimeType'], LONGEST_NAME);
  return {
    uri,
    name: seen(given['name'], LONGEST_NAME) || uri,
    ...wordsOf(given),
    ...(mimeType !== '' && { mimeType }),
    ...(isObject(given['_meta']) && 'ui' in given['_meta'] && { meta: { ui: given['_meta']['ui'] } }),
  };
}

/** @returns undefined if it is invalid */
export function readPrompt(given: unknown): McpPrompt | undefined {
  if (!isObject(given)) return undefined;
  const { name, arguments: listed } = given;
  if (!isName(name)) return undefined;
  const args = Array.isArray(listed) ? listed.slice(0, MOST_ARGUMENTS) : [];
  return {
    name,
    ...wordsOf(given),
    arguments: args.flatMap((one: unknown) => {
      if (!isObject(one) || !isName(one['name'])) return [];
      const description = seen(one['description'], LONGEST_DESCRIPTION);
      const required = one['required'] === true;
      return [{ name: one['name'], ...(description !== '' && { description }), required }];
    }),
  };
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && name !== '' && name !== '__proto__' && name === seen(name, LONGEST_NAME);
}

function wordsOf(given: Record<string, unknown>): { title?: string; description?: string } {
  const title = seen(given['title'], LONGEST_TITLE);
  const description = seen(given['description'], LONGEST_DESCRIPTION);
  return { ...(title !== '' && { title }), ...(description !== '' && { description }) };
}

/** The contents of a resource. @throws Failure `bad_output` if no part of it can be used */
export function readContents(answer: unknown, uri: string): McpContent[] {
  const listed = isObject(answer) && Array.isArray(answer['contents']) ? answer['contents'] : [];
  const contents = listed.slice(0, MOST_CONTENTS).flatMap((one: unknown) => contentOf(one, uri) ?? []);
  if (contents.length === 0) throw new Failure('bad_output', `the server returned nothing for ${uri}`);
  return contents;
}

function contentOf(given: unknown, asked: string): McpContent | undefined {
  if (!isObject(given)) return undefined;
  const { text, blob } = given;
  const mimeType = seen(given['mimeType'], LONGEST_NAME);
  const place = {
    uri: seen(given['uri'], LONGEST_URI) || asked,
    ...(mimeType !== '' && { mimeType }),
    ...(isObject(given['_meta']) && { meta: given['_meta'] }),
  };
  if (typeof text === 'string') return { ...place, text };
  const bytes = typeof blob === 'string' ? bytesOf(blob) : undefined;
  return bytes && { ...place, bytes };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The messages of a prompt as one text. @throws Failure `bad_output` if it contains no text */
export function readPromptText(answer: unknown, prompt: string): McpPromptText {
  const messages = isObject(answer) && Array.isArray(answer['messages']) ? answer['messages'] : [];
  const told = messages.slice(0, MOST_CONTENTS).flatMap((one: unknown) => (isObject(one) ? [one] : []));
  const isTalk = told.some(({ role }) => role === 'assistant');
  const left = new Set<string>();
  const texts = told.flatMap(({ role, content }) => {
    const text = textOf(content, left);
    if (text === '') return [];
    return [isTalk ? `${role === 'assistant' ? 'Assistant' : 'User'}: ${text}` : text];
  });
  const text = seen(texts.join('\n\n'), LONGEST_PROMPT);
  if (text === '') throw new Failure('bad_output', `the server returned no text for the prompt '${prompt}'`);
  return { text, notes: [...left].map((kind) => `The prompt also has ${kind}, which was left out.`) };
}

function textOf(content: unknown, left: Set<string>): string {
  if (!isObject(content)) return '';
  const resource = isObject(content['resource']) ? content['resource'] : {};
  const text = content['type'] === 'resource' ? resource['text'] : content['text'];
  if (typeof text === 'string') return text;
  left.add(KINDS[String(content['type'])] ?? 'content of another kind');
  return '';
}

const KINDS: Readonly<Record<string, string>> = {
  image: 'a picture',
  audio: 'a sound',
  resource: 'a file',
  resource_link: 'a link to a resource',
};
