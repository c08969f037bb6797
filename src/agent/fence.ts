// Sets untrusted text apart in a prompt: between marks that nothing in the text can write. Pure.
//
// - The marks carry a token that is drawn anew for each prompt, so a text that was written before cannot know it.
// - Tags in a text that look like those of a prompt, with whatever token, have their `<` escaped.

/** Tags that prompts of this program set around data. */
const TAGS = /<(?=\s*\/?\s*(?:passages?|text|library|context|summary|conversation|document|part|notes)\b)/gi;

/** @param token letters and digits, drawn by chance */
export function fenced(text: string, token: string): string {
  const safe = text.replace(TAGS, '\\u003c');
  return `<text-${token}>\n${safe}\n</text-${token}>`;
}

/** An object on one line of JSON, with `<` escaped: no text in it can end the block that it stands in. */
export function onOneLine(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** A token that nobody can guess. */
export function fenceToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
