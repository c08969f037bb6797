// Marks next to each line of code: whether test cases reached it. Loaded when there are any to show.
import {
  Compartment,
  RangeSet,
  StateEffect,
  StateField,
  type Line,
  type Range,
  type Text,
  type Transaction,
} from '@codemirror/state';
import { EditorView, gutter, GutterMarker } from '@codemirror/view';
import { language } from '../../texts/texts.ts';

/** Hit counts by line, from 1. */
export type ReachedLines = Readonly<Record<number, number>>;

class ReachMarker extends GutterMarker {
  constructor(readonly times: number) {
    super();
  }

  override eq(other: ReachMarker): boolean {
    return other.times === this.times;
  }

  override toDOM(): HTMLElement {
    const mark = document.createElement('div');
    mark.className = this.times > 0 ? 'cm-reached' : 'cm-missed';
    mark.title = this.times > 0 ? `Reached by cases ${timesText(this.times)}` : 'Not reached by any case';
    return mark;
  }
}

function timesText(times: number): string {
  return times === 1 ? 'once' : `${times.toLocaleString(language)} times`;
}

type Marks = RangeSet<ReachMarker>;

/** Marks move with their lines; a changed line loses its mark. */
export const reached = StateField.define<Marks>({
  create: () => RangeSet.empty,
  update: (marks, transaction) => (transaction.docChanged ? keptMarks(marks, transaction) : marks),
});

const look = EditorView.theme({
  '.cm-coverage': { width: '6px' },
  '.cm-coverage .cm-gutterElement': { padding: '0 0 0 2px' },
  '.cm-reached, .cm-missed': { boxSizing: 'border-box', width: '4px', height: '100%' },
  '.cm-reached': { backgroundColor: 'var(--good)' },
  // Also distinguishable by its shape: an outline.
  '.cm-missed': { border: '1px solid var(--bad)', borderInlineWidth: '1px' },
});

const coverage = [
  gutter({ class: 'cm-coverage', markers: (view) => view.state.field(reached, false) ?? RangeSet.empty }),
  look,
];

const places = new WeakMap<EditorView, Compartment>();

/** Undefined removes the marks. */
export function showReached(view: EditorView, lines: ReachedLines | undefined): void {
  let place = places.get(view);
  if (!place) {
    if (!lines) return;
    place = new Compartment();
    places.set(view, place);
    view.dispatch({ effects: StateEffect.appendConfig.of(place.of([])) });
  }
  const marks = lines && marksOf(view.state.doc, lines);
  view.dispatch({ effects: place.reconfigure(marks ? [reached.init(() => marks), coverage] : []) });
}

export function marksOf(doc: Text, lines: ReachedLines): Marks {
  return RangeSet.of(
    Object.entries(lines)
      .filter(([line]) => Number(line) <= doc.lines)
      .map(([line, times]) => new ReachMarker(times).range(doc.line(Number(line)).from)),
    true,
  );
}

function keptMarks(marks: Marks, { changes, startState, newDoc }: Transaction): Marks {
  const edits: Edit[] = [];
  changes.iterChanges((from, to, _fromB, _toB, inserted) =>
    edits.push({ from, to, text: inserted.toString() }),
  );
  const kept: Range<ReachMarker>[] = [];
  for (const at = marks.iter(); at.value; at.next()) {
    const line = startState.doc.lineAt(at.from);
    if (edits.some((edit) => touches(edit, line, startState.doc))) continue;
    kept.push(at.value.range(newDoc.lineAt(changes.mapPos(line.from, 1)).from));
  }
  return RangeSet.of(kept, true);
}

/** A range of the old text, and its replacement. */
interface Edit {
  from: number;
  to: number;
  text: string;
}

/** False when only whole lines next to it were inserted or deleted. */
function touches({ from, to, text }: Edit, line: Line, doc: Text): boolean {
  const before =
    to < line.from ||
    (to === line.from && (text === '' ? doc.lineAt(from).from === from : text.endsWith('\n')));
  const behind =
    from > line.to || (from === line.to && (text === '' ? doc.lineAt(to).to === to : text.startsWith('\n')));
  return !before && !behind;
}
