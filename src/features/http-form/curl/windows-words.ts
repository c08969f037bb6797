// Splits Windows command lines into words: cmd with carets, PowerShell with backticks. Runs nothing. Pure.
import { shortened } from '../../../base/shortened.ts';
import { Failure } from '../../../core/errors.ts';
import type { Words } from './shell-words.ts';

export type Shell = 'posix' | 'cmd' | 'powershell';

/** Detected by the character that only one shell uses to continue a line or to escape a quote. */
export function shellOf(text: string): Shell {
  if (/\^[ \t]*\r?\n|\^["&%]/.test(text)) return 'cmd';
  return /`[ \t]*\r?\n|^\s*curl\.exe\b[^]*`"/.test(text) ? 'powershell' : 'posix';
}

export function cmdWords(text: string): Words {
  const { line, left } = withoutCarets(text);
  const words: string[] = [];
  let word: string | undefined;
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '\\' && /^\\+"/.test(line.slice(at, at + 100))) {
      const slashes = /^\\+/.exec(line.slice(at))?.[0].length ?? 1;
      word = (word ?? '') + '\\'.repeat(slashes >> 1);
      at += slashes - 1;
      if (slashes % 2 === 1) {
        word += '"';
        at += 1;
      }
    } else if (character === '"') {
      word ??= '';
      if (quoted && line.charAt(at + 1) === '"') {
        word += '"';
        at += 1;
      } else quoted = !quoted;
    } else if (!quoted && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (quoted) throw unfinished('double');
  if (word !== undefined) words.push(word);
  return { words, notes: left === '' ? [] : [leftOut(left)], variables: [] };
}

/** Carets escape outside quotes; an operator there ends the command. */
function withoutCarets(text: string): { line: string; left: string } {
  let line = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '^' && !quoted) {
      const end = /^\^[ \t]*\r?\n/.exec(text.slice(at, at + 100))?.[0];
      if (end) at += end.length - 1;
      else line += text.charAt((at += 1));
    } else if (!quoted && /[|&<>]/.test(character)) return { line, left: text.slice(at).trim() };
    else {
      if (character === '"') quoted = !quoted;
      if (character === '\n' && !quoted && line.trim() !== '') return { line, left: text.slice(at).trim() };
      line += character;
    }
  }
  return { line, left: '' };
}

export function powershellWords(text: string): Words {
  const words: string[] = [];
  const notes: string[] = [];
  const variables = new Set<string>();
  let word: string | undefined;
  let at = 0;
  const add = (more: string): void => void (word = (word ?? '') + more);
  const end = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const backtick = (): void => {
    const next = text.charAt(at + 1);
    add({ n: '\n', t: '\t', r: '\r', '0': '\0' }[next] ?? next);
    at += 2;
  };
  const dollar = (): void => {
    const name = /^\$(?:env:)?([A-Za-z_]\w*)|^\$\{(?:env:)?([A-Za-z_]\w*)\}/i.exec(text.slice(at, at + 200));
    if (name) {
      const variable = name[1] ?? name[2] ?? '';
      variables.add(variable);
      add(`\${${variable}}`);
      at += name[0].length;
    } else if (text.startsWith('$(', at)) {
      const close = text.indexOf(')', at);
      const stop = close < 0 ? text.length : close + 1;
      notes.push(leftOut(text.slice(at, stop), 'commands are not run here'));
      add('');
      at = stop;
    } else {
      add('$');
      at += 1;
    }
  };
  while (at < text.length) {
    const character = text.charAt(at);
    const going = /^`[ \t]*\r?\n/.exec(text.slice(at, at + 100))?.[0];
    if (going) at += going.length;
    else if (character === '`') backtick();
    else if (character === "'") {
      add('');
      at += 1;
      for (; text.charAt(at) !== "'" || text.charAt(at + 1) === "'"; at += 1) {
        if (at >= text.length) throw unfinished('single');
        if (text.charAt(at) === "'") at += 1;
        add(text.charAt(at));
      }
      at += 1;
    } else if (character === '"') {
      add('');
      at += 1;
      while (text.charAt(at) !== '"' || text.charAt(at + 1) === '"') {
        if (at >= text.length) throw unfinished('double');
        if (text.charAt(at) === '`') backtick();
        else if (text.charAt(at) === '$') dollar();
        else {
          if (text.charAt(at) === '"') at += 1;
          add(text.charAt(at));
          at += 1;
        }
      }
      at += 1;
    } else if (character === '$') dollar();
    else if (/[|;<>&]/.test(character) || (character === '\n' && words.length > 0)) {
      end();
      const left = text.slice(at).trim();
      if (left !== '') notes.push(leftOut(left));
      break;
    } else if (/\s/.test(character)) {
      end();
      at += 1;
    } else {
      add(character);
      at += 1;
    }
  }
  end();
  return { words, notes, variables: [...variables] };
}

function leftOut(what: string, why = 'only the first command is read, and it is not run'): string {
  return `Left out “${shortened(what.replace(/\s+/g, ' '), 40)}”: ${why}.`;
}

function unfinished(kind: string): Failure {
  return new Failure(
    'bad_request',
    `A ${kind} quote is opened and not closed. Copy the whole command and paste it again.`,
  );
}
