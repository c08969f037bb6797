// Request headers as typed by a person, one `Name: value` per line. Pure.
import { isBrowsersOwn, isSensitiveHeader } from './header-names.ts';
import { SECRET_NAME } from './secrets.ts';

/** A token as defined by RFC 9110. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Visible Latin-1 characters and blanks, which `fetch` sends unchanged. */
const VALUE = /^[\t\x20-\x7e\xa0-\xff]{1,4096}$/;
const PLACEHOLDER = /\$\{([^}]*)\}/g;
/** More than any gateway requires. */
const MOST = 20;

export type ReadHeaders =
  { headers: Record<string, string>; problem?: undefined } | { headers?: undefined; problem: string };

/** Reads the lines. `problem` is a sentence about the first invalid line. */
export function readHeaderLines(text: string): ReadHeaders {
  const headers: Record<string, string> = {};
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > MOST) return { problem: `An endpoint can have at most ${MOST} headers.` };
  const seen = new Set<string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim();
    const value = line.slice(colon + 1).trim();
    if (colon < 1) return { problem: `Write each header as “Name: value”. This line has no colon: ${line}` };
    const problem =
      headerProblem(name, value) ?? (seen.has(name.toLowerCase()) ? `${name} is given twice.` : '');
    if (problem !== '') return { problem };
    seen.add(name.toLowerCase());
    headers[name] = value;
  }
  return { headers };
}

export function headerLines(headers: Readonly<Record<string, string>> = {}): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** Returns why a header can't be sent, as a sentence. */
export function headerProblem(name: string, value: unknown): string | undefined {
  const lower = name.toLowerCase();
  if (!NAME.test(name)) return `“${name}” is not a header name: use letters, digits and hyphens.`;
  if (isBrowsersOwn(lower)) return `Only the browser sets ${name}. Remove it.`;
  if (typeof value !== 'string' || !VALUE.test(value))
    return `The value of ${name} is empty, too long, or has characters that headers can’t have.`;
  const secrets = [...value.matchAll(PLACEHOLDER)].map(([, secret = '']) => secret);
  const wrong = secrets.find((secret) => !SECRET_NAME.test(secret));
  if (wrong !== undefined) return `\${${wrong}} in ${name} is not the name of a secret.`;
  if (isSensitiveHeader(lower) && secrets.length === 0)
    return `${name} is as good as a password. Save its value under Settings, Secrets, and write \${NAME} here.`;
  return undefined;
}
