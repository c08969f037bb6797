// A file of a tool's folder as text for the screen. Pure.

/** Characters a browser lays out without a pause. */
const SHOWN = 50_000;

export interface FileText {
  /** Undefined for what is no text. */
  text: string | undefined;
  /** How many characters are left out. */
  rest: number;
}

export function fileText(bytes: Uint8Array): FileText {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.includes('\0')) return { text: undefined, rest: 0 };
    return { text: text.slice(0, SHOWN), rest: Math.max(0, text.length - SHOWN) };
  } catch {
    return { text: undefined, rest: 0 };
  }
}
