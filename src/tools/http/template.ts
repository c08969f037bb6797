// Parses `${…}` in the texts of an HTTP tool: positions and names. Done once, before any value is inserted.
import { shortened } from '../../base/shortened.ts';
import { Failure } from '../../core/errors.ts';
import type { ObjectSchema } from '../../core/schema.ts';

/** `${user.names[0]}`: root `user`, steps `names` and 0. */
export interface Placeholder {
  root: string;
  steps: (string | number)[];
}
export type Part = string | Placeholder;

/** Any other characters between `${` and `}` are plain text. */
const PLACEHOLDER = /\$\{([A-Za-z0-9_.[\]-]+)\}/g;
const STEP = /\.([A-Za-z0-9_-]+)|\[(\d{1,6})\]/y;

/** Splits a text into literal parts, none of them empty, and placeholders. @param what the field, for the message */
export function parseTemplate(text: string, what: string): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > done) parts.push(text.slice(done, match.index));
    parts.push(parsePath(match[1] as string, what));
    done = match.index + match[0].length;
  }
  if (done < text.length) parts.push(text.slice(done));
  return parts;
}

/** Returns the placeholder as written. */
export function placeholderText({ root, steps }: Placeholder): string {
  const path = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
  return `\${${root}${path.join('')}}`;
}

/** Tells a parameter from a secret or config value: an argument can never stand in for one. */
export function isParameter({ root }: Placeholder, parameters: Partial<ObjectSchema> = {}): boolean {
  return parameters.properties !== undefined && Object.hasOwn(parameters.properties, root);
}

function parsePath(path: string, what: string): Placeholder {
  const root = /^[A-Za-z0-9_-]+/.exec(path)?.[0] ?? '';
  const steps: (string | number)[] = [];
  let at = root.length;
  while (root !== '' && at < path.length) {
    STEP.lastIndex = at;
    const match = STEP.exec(path);
    if (!match) break;
    steps.push(match[1] ?? Number(match[2]));
    at = STEP.lastIndex;
  }
  if (root !== '' && at === path.length) return { root, steps };
  const shown = shortened(path, 60);
  throw new Failure(
    'bad_request',
    `${what}: the placeholder \${${shown}} cannot be read; write it like \${name}, \${user.name} or \${items[0]}`,
  );
}
