// Separates untrusted text in a prompt, between marks that the text can't produce. Pure.
//
// - The marks carry a random token for each prompt, which a text written earlier cannot know.
// - Tags in a text that look like those of a prompt, with any token, have their `<` escaped.

/** Tags that this program's prompts put around data. */
const TAGS = /<(?=\s*\/?\s*(?:passages?|text|library|context|summary|conversation|document|part|notes)\b)/gi;

/** @param token random letters and digits */
export function fenced(text: string, token: string): string {
  const safe = text.replace(TAGS, '\\u003c');
  return `<text-${token}>\n${safe}\n</text-${token}>`;
}

/** Returns an object as one line of JSON with `<` escaped, so that no text in it can close its block. */
export function onOneLine(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Returns an unguessable token. */
export function fenceToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
