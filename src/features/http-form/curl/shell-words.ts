// Splits a command line into words as a POSIX shell would. Nothing is run: other shell features are left out and
// noted. Pure.
import { shortened } from '../../../base/shortened.ts';
import { Failure } from '../../../core/errors.ts';

export interface Words {
  words: string[];
  /** What was left out, in sentences. */
  notes: string[];
  /** Names of shell variables; each appears as `${NAME}` in the words. */
  variables: string[];
}

/** Characters of omitted text shown in a note. */
const SHOWN = 40;
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  v: '\v',
};

/** @throws Failure `bad_request` for an unterminated quote. */
export function shellWords(text: string): Words {
  return new Reader(text).read();
}

class Reader {
  readonly #text: string;
  #at = 0;
  #word: string | undefined;
  /** The next word is the target of a redirection. */
  #redirect = false;
  readonly #words: string[] = [];
  readonly #notes: string[] = [];
  readonly #variables = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  read(): Words {
    while (this.#at < this.#text.length && this.#step());
    this.#end();
    return { words: this.#words, notes: [...new Set(this.#notes)], variables: [...this.#variables] };
  }

  /** False once the command has ended. */
  #step(): boolean {
    const rest = this.#text.slice(this.#at, this.#at + 2);
    const character = rest.charAt(0);
    if (character === ' ' || character === '\t') this.#space();
    else if (rest === '\r\n' || character === '\n') return this.#lineEnd();
    else if (character === '\\') this.#escape();
    else if (character === "'") this.#add(this.#untilQuote(this.#at + 1));
    else if (character === '"') this.#double(this.#at + 1);
    else if (rest === "$'") this.#ansi();
    else if (rest === '$"') this.#double(this.#at + 2);
    else if (character === '$') this.#dollar();
    else if (character === '`') this.#backticks();
    else if (character === '#' && this.#word === undefined) this.#comment();
    else if (/[|;&()]/.test(character)) return this.#operator();
    else if (character === '<' || character === '>') this.#redirection();
    else this.#take(character, 1);
    return true;
  }

  #add(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  #take(text: string, length: number): void {
    this.#add(text);
    this.#at += length;
  }

  #end(): void {
    if (this.#word !== undefined && !this.#redirect) this.#words.push(this.#word);
    if (this.#word !== undefined) this.#redirect = false;
    this.#word = undefined;
  }

  #space(): void {
    this.#end();
    this.#at += 1;
  }

  #lineEnd(): boolean {
    this.#end();
    const rest = this.#text.slice(this.#at).trim();
    // Pasted commands often lack the backslash at the end of a line; a next line of options still belongs to the
    // command.
    if (rest === '' || rest.startsWith('-') || this.#words.length === 0) {
      this.#at += 1;
      return true;
    }
    this.#leaveOut(rest, 'only the first command is read');
    return false;
  }

  #escape(): void {
    const next = this.#text.slice(this.#at + 1, this.#at + 3);
    if (next === '\r\n') this.#at += 3;
    else if (next.startsWith('\n')) this.#at += 2;
    // Spaces after the backslash of a continued line.
    else if (/^\\[ \t]+\r?\n/.test(this.#text.slice(this.#at, this.#at + 200))) {
      this.#at = this.#text.indexOf('\n', this.#at) + 1;
      this.#end();
    } else this.#take(next.charAt(0), next === '' ? 1 : 2);
  }

  /** @returns the text up to the next single quote, and moves past it */
  #untilQuote(start: number): string {
    const end = this.#text.indexOf("'", start);
    if (end < 0) throw this.#unfinished('single quote');
    this.#at = end + 1;
    return this.#text.slice(start, end);
  }

  #double(start: number): void {
    this.#at = start;
    this.#add('');
    for (;;) {
      const character = this.#text.charAt(this.#at);
      if (character === '') throw this.#unfinished('double quote');
      if (character === '"') break;
      if (character === '$') this.#dollar();
      else if (character === '`') this.#backticks();
      else if (character === '\\' && /^(\r\n|[$`"\\\n])/.test(this.#text.slice(this.#at + 1, this.#at + 3))) {
        this.#escape();
      } else this.#take(character, 1);
    }
    this.#at += 1;
  }

  #ansi(): void {
    this.#at += 2;
    this.#add('');
    for (;;) {
      const character = this.#text.charAt(this.#at);
      if (character === '') throw this.#unfinished('single quote');
      if (character === "'") break;
      if (character === '\\') this.#ansiEscape();
      else this.#take(character, 1);
    }
    this.#at += 1;
  }

  #ansiEscape(): void {
    const rest = this.#text.slice(this.#at + 1, this.#at + 10);
    const code =
      /^x([\da-fA-F]{1,2})/.exec(rest) ??
      /^u([\da-fA-F]{1,4})/.exec(rest) ??
      /^U([\da-fA-F]{1,8})/.exec(rest);
    const octal = /^[0-7]{1,3}/.exec(rest)?.[0];
    if (code?.[1] !== undefined) return this.#take(fromCode(parseInt(code[1], 16)), 1 + code[0].length);
    if (octal !== undefined) return this.#take(fromCode(parseInt(octal, 8) & 0xff), 1 + octal.length);
    const next = rest.charAt(0);
    this.#take(ESCAPES[next] ?? (/['"\\?]/.test(next) ? next : `\\${next}`), 2);
  }

  #dollar(): void {
    const rest = this.#text.slice(this.#at);
    const name = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/.exec(rest);
    if (name) {
      const variable = name[1] ?? name[2] ?? '';
      this.#variables.add(variable);
      return this.#take(`\${${variable}}`, name[0].length);
    }
    if (rest.startsWith('$('))
      return this.#omit(this.#closing('(', ')', this.#at + 1), 'commands are not run here');
    if (rest.startsWith('${'))
      return this.#omit(this.#closing('{', '}', this.#at + 1), 'only plain variables can be used');
    const special = /^\$[\d@*#?$!_-]/.exec(rest)?.[0];
    if (special) return this.#omit(this.#at + special.length, 'it has a value only in your shell');
    this.#take('$', 1);
  }

  #backticks(): void {
    let end = this.#at + 1;
    while (end < this.#text.length && this.#text.charAt(end) !== '`')
      end += this.#text.charAt(end) === '\\' ? 2 : 1;
    this.#omit(Math.min(end + 1, this.#text.length), 'commands are not run here');
  }

  /** Index of the bracket that closes the one at `start`, ignoring quoted brackets. */
  #closing(open: string, close: string, start: number): number {
    let depth = 0;
    let quote = '';
    for (let at = start; at < this.#text.length; at += 1) {
      const character = this.#text.charAt(at);
      if (quote !== '') {
        if (character === quote) quote = '';
      } else if (character === "'" || character === '"') quote = character;
      else if (character === '\\') at += 1;
      else if (character === open) depth += 1;
      else if (character === close && --depth === 0) return at + 1;
    }
    return this.#text.length;
  }

  /** @param end index after the omitted text */
  #omit(end: number, why: string): void {
    this.#leaveOut(this.#text.slice(this.#at, end), why);
    this.#add('');
    this.#at = end;
  }

  #comment(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }

  #operator(): boolean {
    this.#end();
    const rest = this.#text.slice(this.#at).trim();
    if (/^[;&]\s*$/.test(rest)) return false;
    const lone = /^&(?!&)/.test(rest);
    const why = lone
      ? 'an & without quotes ends a command; put the address in quotes if this belongs to it'
      : 'only the first command is read, and it is not run';
    this.#leaveOut(rest, why);
    return false;
  }

  #redirection(): void {
    // In `2>`, the digit names the redirected stream.
    if (this.#word !== undefined && /^\d$/.test(this.#word)) this.#word = undefined;
    this.#end();
    const sign = /^(<<<|<<-?|<&|<>|<|>>|>&|>\||>)/.exec(this.#text.slice(this.#at))?.[0] ?? '>';
    const what = this.#text.slice(this.#at).split('\n', 1)[0] ?? '';
    this.#leaveOut(what.trim(), 'files are neither read nor written');
    this.#at += sign.length;
    this.#redirect = true;
  }

  #leaveOut(what: string, why: string): void {
    const shown = shortened(what.replace(/\s+/g, ' '), SHOWN);
    this.#notes.push(`Left out “${shown}”: ${why}.`);
  }

  #unfinished(what: string): Failure {
    return new Failure(
      'bad_request',
      `A ${what} is opened and not closed. Copy the whole command and paste it again.`,
    );
  }
}

function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
