// Output of a command: lines for people, or one JSON value for programs. Colours only on a terminal.
import { styleText } from 'node:util';

type Style = 'red' | 'green' | 'yellow' | 'dim' | 'bold';

export interface Output {
  /** True for a program that reads the output. */
  json: boolean;
  line(text?: string): void;
  /** Writes the single value of `--json`. */
  value(value: unknown): void;
  paint(style: Style, text: string): string;
}

/** @param stream of `process` */
export function outputTo(stream: NodeJS.WriteStream, json: boolean): Output {
  const colours = stream.isTTY && !json && process.env['NO_COLOR'] === undefined;
  return {
    json,
    line: (text = '') => void (json || stream.write(`${text}\n`)),
    value: (value) => void (json && stream.write(`${JSON.stringify(value, null, 2)}\n`)),
    paint: (style, text) => (colours ? styleText(style, text) : text),
  };
}

/** Characters that move the cursor, change colours, or reverse the text direction. */
// eslint-disable-next-line no-control-regex -- they are what it looks for
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Shows control characters in untrusted text, such as tool output and file names, instead of sending them to the
 * terminal.
 */
export function plain(text: string): string {
  return text.replace(STEERING, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

export function inMilliseconds(milliseconds: number): string {
  return milliseconds < 10_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

export function count(number: number, one: string, more = `${one}s`): string {
  return `${number} ${number === 1 ? one : more}`;
}
