// Decodes a file of a tool's folder for display. Pure.

/** Characters a browser lays out without a delay. */
const SHOWN = 50_000;

export interface FileText {
  /** Undefined for a binary file. */
  text: string | undefined;
  /** Number of omitted characters. */
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
