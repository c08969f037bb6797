// Detects commands and list triggers in the message field. Pure.

export type TriggerKind = 'command' | 'model' | 'document';

/** A word at the cursor that opens a list: its sign and the text after it. */
export interface Trigger {
  kind: TriggerKind;
  query: string;
  /** Its position in the text, including the sign. */
  from: number;
  to: number;
}

const SIGNS: Record<string, TriggerKind> = { '@': 'model', '#': 'document' };

/** The trigger at the cursor; undefined: none. */
export function triggerAt(text: string, cursor: number): Trigger | undefined {
  const before = text.slice(0, cursor);
  const command = /^\/([a-z0-9_-]*|[a-z]\w*:[\w.-]*)$/i.exec(before);
  if (command) return { kind: 'command', query: lowerWord(command[1]!), from: 0, to: cursor };
  const word = /(?:^|\s)([@#])([^\s@#]*)$/.exec(before);
  if (!word) return undefined;
  const [, sign = '', query = ''] = word;
  return { kind: SIGNS[sign]!, query, from: cursor - query.length - 1, to: cursor };
}

/** Prompt names keep their case: servers distinguish it. */
function lowerWord(word: string): string {
  return word.includes(':') ? word : word.toLowerCase();
}

/**
 * `/name rest` or `/server:prompt rest`; undefined when the text is not a command, such as a path. A leading space always
 * prevents a command.
 */
export function commandIn(text: string): { name: string; rest: string } | undefined {
  const found = /^\/([a-z]*|[a-z]\w*:[\w.-]+)(?:\s+([\s\S]*))?$/i.exec(text);
  return found ? { name: lowerWord(found[1]!), rest: found[2]?.trim() ?? '' } : undefined;
}

/** The text without a range, and without the resulting double space. */
export function without(text: string, { from, to }: Pick<Trigger, 'from' | 'to'>): string {
  const [before, after] = [text.slice(0, from), text.slice(to)];
  return before === '' || /\s$/.test(before) ? before + after.replace(/^ /, '') : before + after;
}
