// References `${…}` in the values of a flow. They are parsed once, with the flow; inserted values are never parsed
// again.
import { Failure } from '../errors.ts';

/** `${steps.weather.days[0]}`: root `steps`, path `weather`, `days`, 0. Numbers count from 0. */
export interface Reference {
  root: string;
  path: (string | number)[];
}

/** Literal text, or a value to insert. */
export type Part = string | Reference;

/** Maximum depth of one reference. No tool result that a person reads is deeper. */
const MAX_PATH = 32;

const ROOT = /\s*([A-Za-z_][A-Za-z0-9_]*)/y;
const STEP = /\.([A-Za-z_][A-Za-z0-9_-]*)|\[(\d{1,9})\]|\["([^"]*)"\]|\['([^']*)'\]/y;
const END = /\s*\}/y;

/**
 * Splits a text into its parts. `$${` is the text `${`.
 * @param where names the step, for the message.
 */
export function parseTemplate(text: string, where: string): Part[] {
  const parts: Part[] = [];
  let kept = '';
  let at = 0;
  for (;;) {
    const open = text.indexOf('${', at);
    if (open < 0) break;
    if (text[open - 1] === '$' && open > at) {
      kept += `${text.slice(at, open - 1)}\${`;
      at = open + 2;
      continue;
    }
    kept += text.slice(at, open);
    if (kept !== '') parts.push(kept);
    kept = '';
    const { reference, end } = parseReference(text, open, where);
    parts.push(reference);
    at = end;
  }
  kept += text.slice(at);
  if (kept !== '') parts.push(kept);
  return parts;
}

/** Tells whether a value is exactly one reference. Such a value can have any type, or be missing. */
export function isReference(value: unknown): value is string {
  if (typeof value !== 'string' || !value.startsWith('${')) return false;
  const parts = parseTemplate(value, JSON.stringify(value));
  return parts.length === 1 && typeof parts[0] !== 'string';
}

/** Formats a reference as a person would write it. */
export function referenceText({ root, path }: Reference): string {
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    if (/^[A-Za-z_][A-Za-z0-9_-]*$/.test(step)) return `.${step}`;
    return step.includes('"') ? `['${step}']` : `["${step}"]`;
  });
  return `\${${root}${steps.join('')}}`;
}

function parseReference(text: string, open: number, where: string): { reference: Reference; end: number } {
  let at = open + 2;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  const root = next(ROOT)?.[1];
  const path: (string | number)[] = [];
  for (let step = root && next(STEP); step && path.length <= MAX_PATH; step = next(STEP)) {
    path.push(step[2] === undefined ? (step[1] ?? step[3] ?? step[4] ?? '') : Number(step[2]));
  }
  if (root !== undefined && path.length <= MAX_PATH && next(END))
    return { reference: { root, path }, end: at };
  const shown = text.slice(open, open + 60);
  throw new Failure(
    'bad_request',
    `${where}: the reference ${JSON.stringify(shown)} cannot be read; write it like \${params.city} or \${steps.ID.list[0]}, and $\${ where you mean the text \${`,
  );
}
