// Words the result of static reading, in order of importance: effects, what is unclear, what is read. Pure.
import type { ScriptTouches, Touch } from '../../../core/script-touches.ts';

export interface TouchGroup {
  title: string;
  tone: 'acts' | 'unclear' | 'reads';
  items: readonly { name: string; note?: string; lines: readonly number[] }[];
}

export function touchGroups({ touches, unclear }: ScriptTouches): TouchGroup[] {
  const groups: TouchGroup[] = [
    {
      title: 'Changes or sends',
      tone: 'acts',
      items: touches.filter(({ effect }) => effect === 'acts').map(toItem),
    },
    {
      title: 'Can’t be determined from the code',
      tone: 'unclear',
      items: unclear.map(({ line, text }) => ({ name: text, lines: [line] })),
    },
    {
      title: 'Reads',
      tone: 'reads',
      items: touches.filter(({ effect }) => effect === 'reads').map(toItem),
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** The sentence above the list; undefined when the list says it all. */
export function touchSentence({ touches, unclear, readOnly, syntax }: ScriptTouches): string | undefined {
  if (syntax) return `The script can’t run: syntax error in line ${syntax.line}. ${syntax.message}`;
  if (unclear.length > 0) return 'The code doesn’t show everything the script does.';
  if (touches.length === 0) return 'The script only computes. It calls nothing.';
  return readOnly ? 'The script only reads. It changes nothing and sends nothing.' : undefined;
}

/** `line 3`, `lines 3 and 7`, `lines 3, 7 and 2 more`. */
export function linesText(lines: readonly number[]): string {
  const [first, second] = lines;
  if (first === undefined) return '';
  if (second === undefined) return `line ${first}`;
  if (lines.length === 2) return `lines ${first} and ${second}`;
  return `lines ${first}, ${second} and ${lines.length - 2} more`;
}

function toItem({ name, note, lines }: Touch) {
  return { name, lines, ...(note !== undefined && { note }) };
}
