// Footnotes of a text: numbered in the order of their references. A number links to its note, and the note back.

/** Called after each rendered part: a note may be in another part than its reference. */
export function linkNotes(place: HTMLElement): void {
  const text = place.closest<HTMLElement>('.rendered') ?? place;
  const notes = new Map<string, HTMLElement>();
  for (const note of text.querySelectorAll<HTMLElement>('note-text')) {
    const name = note.getAttribute('start') ?? '';
    if (!notes.has(name)) notes.set(name, note);
  }
  const numbers = new Map<HTMLElement, number>();
  for (const reference of text.querySelectorAll<HTMLElement>('note-ref')) {
    const name = (reference.dataset['name'] ??= (reference.textContent ?? '').slice(2, -1));
    const note = notes.get(name);
    if (!note) continue;
    const isFirst = !numbers.has(note);
    const number = numbers.get(note) ?? numbers.size + 1;
    numbers.set(note, number);
    if (isFirst) showNote(note, number, reference);
    const link = linkTo(String(number), `Footnote ${number}`, () => go(note));
    if (reference.firstElementChild?.textContent !== link.textContent) reference.replaceChildren(link);
  }
}

function showNote(note: HTMLElement, number: number, reference: HTMLElement): void {
  if (note.dataset['number'] === String(number)) return;
  note.dataset['number'] = String(number);
  note.querySelector('.note-back')?.remove();
  const back = linkTo('↩', `Back to footnote ${number} in the text`, () => go(reference));
  back.classList.add('note-back');
  (note.lastElementChild ?? note).append(back);
}

function linkTo(text: string, label: string, onclick: () => void): HTMLButtonElement {
  const link = document.createElement('button');
  link.type = 'button';
  link.className = 'note-link';
  link.textContent = text;
  link.ariaLabel = label;
  link.addEventListener('click', onclick);
  return link;
}

function go(to: HTMLElement): void {
  to.scrollIntoView({ block: 'center' });
  to.querySelector<HTMLElement>('.note-link')?.focus({ preventScroll: true });
}
