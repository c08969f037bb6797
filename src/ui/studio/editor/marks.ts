// Marks in the code: the line of an error, and problems found by checks.
import { StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

/** A problem in the text. Lines and columns from 1; the end is exclusive. */
export interface Mark {
  severity: 'error' | 'warning';
  message: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

export const setWrongLine = StateEffect.define<number | undefined>();
export const wrongLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setWrongLine)) continue;
      const line = effect.value;
      if (line === undefined || line < 1 || line > transaction.state.doc.lines) return Decoration.none;
      const { from } = transaction.state.doc.line(line);
      return Decoration.set([Decoration.line({ class: 'cm-wrong' }).range(from)]);
    }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const setProblems = StateEffect.define<readonly Mark[]>();
export const problemMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setProblems)) return underlined(transaction.state.doc, effect.value);
    }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function underlined(doc: Text, marks: readonly Mark[]): DecorationSet {
  const ranges = marks.flatMap(({ severity, message, line, column, endLine, endColumn }) => {
    const from = offsetOf(doc, line, column);
    const end = offsetOf(doc, endLine, endColumn);
    if (from === undefined || end === undefined) return [];
    // An empty range, such as the end of the text, is shown at the previous character.
    const [start, to] = end > from ? [from, end] : [Math.max(0, from - 1), from];
    if (start === to) return [];
    const mark = Decoration.mark({ class: `cm-${severity}`, attributes: { title: message } });
    return [mark.range(start, to)];
  });
  return Decoration.set(ranges, true);
}

/** The position as an offset; undefined when there is no such line. */
export function offsetOf(doc: Text, line: number, column: number): number | undefined {
  if (line < 1 || line > doc.lines) return undefined;
  const { from, to } = doc.line(line);
  return Math.min(from + Math.max(0, column - 1), to);
}
