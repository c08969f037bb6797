// A text to be reviewed exactly: invisible characters are made visible, and a long text is shown completely on
// request.
import { visibleText } from '../../base/visible-text.ts';
import { make } from '../dom.ts';
import { fill } from '../texts.ts';

/** Characters: more than anyone reads at once, few enough to lay out without a delay. */
const AT_FIRST = 20_000;

export function visible(text: string): Node[] {
  return visibleText(text).map((piece) =>
    piece.hidden
      ? make('span', { class: 'hidden', part: 'hidden-character' }, piece.text)
      : document.createTextNode(piece.text),
  );
}

/** A name chosen by someone else, set apart so that it cannot pass for a sentence. */
export function nameOf(text: string): HTMLElement {
  return make('bdi', { class: 'name' }, ...visible(text));
}

/** @param showRest contains `{count}`; label of the button that shows the rest. */
export function exactText(label: string, text: string, showRest: string): HTMLElement {
  const shown = make(
    'pre',
    { tabindex: '0', 'aria-label': label, dir: 'auto' },
    ...visible(text.slice(0, AT_FIRST)),
  );
  const box = make(
    'div',
    { class: 'exact' },
    make('p', { class: 'label', 'aria-hidden': 'true' }, label),
    shown,
  );
  if (text.length <= AT_FIRST) return box;
  const more = make(
    'button',
    { type: 'button', class: 'link' },
    fill(showRest, { count: String(text.length - AT_FIRST) }),
  );
  more.addEventListener('click', () => {
    shown.replaceChildren(...visible(text));
    more.remove();
    shown.focus();
  });
  box.append(more);
  return box;
}

/** Replaces placeholders such as `{tool}` in a sentence by elements. */
export function filled(text: string, nodes: Readonly<Record<string, Node>>): (Node | string)[] {
  return text.split(/(\{\w+\})/).map((piece) => nodes[piece.slice(1, -1)] ?? piece);
}
