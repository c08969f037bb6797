// Changes one value in a JSON text and leaves every other character as it is. Pure.
import type { Json, JsonObject } from './json.ts';

interface Member {
  key: string;
  /** Position of its key's opening quote. */
  start: number;
  value: number;
  end: number;
}

interface Container {
  /** Positions of its braces. */
  start: number;
  end: number;
  members: Member[];
}

/**
 * @param text valid JSON
 * @param path keys of objects; the last ones may be new
 * @param value undefined removes the key
 * @returns the unchanged text if the path leads through something other than an object
 */
export function withJsonValue(text: string, path: readonly string[], value: Json | undefined): string {
  const start = afterSpace(text, 0);
  return path.length === 0 ? text : set(text, start, path, value);
}

function set(text: string, start: number, [key = '', ...rest]: readonly string[], value: Json | undefined) {
  if (text.charAt(start) !== '{') return text;
  const container = readContainer(text, start);
  const found = container.members.filter((member) => member.key === key);
  // Of duplicate keys the last one counts, as in JSON.parse.
  const member = found.at(-1);
  if (rest.length > 0 && member) return set(text, member.value, rest, value);
  if (value === undefined) return found.reduceRight((left, { start: at }) => without(left, start, at), text);
  const whole = rest.reduceRight<Json>((inner, name) => fromPairs([[name, inner]]), value);
  return member ? replaced(text, container, member, whole) : added(text, container, key, whole);
}

function replaced(text: string, container: Container, member: Member, value: Json): string {
  const old = text.slice(member.value, member.end);
  const short = isInline(text, container) || (/^[{[]/.test(old) && !old.includes('\n') && old.length > 2);
  return text.slice(0, member.value) + written(text, value, member.start, short) + text.slice(member.end);
}

function added(text: string, container: Container, key: string, value: Json): string {
  const last = container.members.at(-1);
  if (last) {
    const first = container.members[0] as Member;
    const gap = text.slice(container.start + 1, first.start) || ' ';
    const entry = `${JSON.stringify(key)}: ${written(text, value, first.start, isInline(text, container))}`;
    return `${text.slice(0, last.end)},${gap}${entry}${text.slice(last.end)}`;
  }
  const outer = indentAt(text, container.start);
  const inner = outer + unitOf(text);
  const lineEnd = lineEndOf(text);
  const lines = JSON.stringify(value, null, unitOf(text)).replaceAll('\n', lineEnd + inner);
  const entry = `${lineEnd}${inner}${JSON.stringify(key)}: ${lines}${lineEnd}${outer}`;
  return text.slice(0, container.start + 1) + entry + text.slice(container.end - 1);
}

/** @param start of the object @param key start of the member to remove */
function without(text: string, start: number, key: number): string {
  const { members, end } = readContainer(text, start);
  const at = members.findIndex((member) => member.start === key);
  const member = members[at] as Member;
  const next = members[at + 1];
  const before = members[at - 1];
  if (next) return text.slice(0, member.start) + text.slice(next.start);
  if (before) return text.slice(0, before.end) + text.slice(member.end);
  return text.slice(0, start + 1) + text.slice(end - 1);
}

/** @param at position of the value's key */
function written(text: string, value: Json, at: number, short: boolean): string {
  if (short) return inline(value);
  return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', lineEndOf(text) + indentAt(text, at));
}

function inline(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${inline(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function isInline(text: string, { start, end, members }: Container): boolean {
  return members.length > 0 && !text.slice(start, end).includes('\n');
}

/** Returns the indentation of the first indented line. */
function unitOf(text: string): string {
  return /^\s*\{[^\S\n]*\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
}

function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Returns the spaces at the start of the line. */
function indentAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))?.[0] ?? '';
}

function readContainer(text: string, start: number): Container {
  const members: Member[] = [];
  let at = afterSpace(text, start + 1);
  while (text.charAt(at) === '"') {
    const keyEnd = afterString(text, at);
    const value = afterSpace(text, afterSpace(text, keyEnd) + 1);
    const end = afterValue(text, value);
    members.push({ key: JSON.parse(text.slice(at, keyEnd)) as string, start: at, value, end });
    at = afterSpace(text, end);
    if (text.charAt(at) === ',') at = afterSpace(text, at + 1);
  }
  return { start, end: at + 1, members };
}

function afterValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const character = text.charAt(at);
    if (character === '"') {
      at = afterString(text, at);
      continue;
    }
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (depth === 0) return afterLiteral(text, at);
    at += 1;
  } while (depth > 0 && at < text.length);
  return at;
}

function afterLiteral(text: string, start: number): number {
  let at = start;
  while (at < text.length && !/[\s,}\]]/.test(text.charAt(at))) at += 1;
  return at;
}

function afterString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

function afterSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
}

function fromPairs(pairs: [string, Json][]): JsonObject {
  return Object.fromEntries(pairs);
}
