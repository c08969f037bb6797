// Puts a diagram above each Mermaid block, and the block itself behind a button. A diagram that fails shows the
// reason and stays text.
import { isDark, onTheme } from '../../ui/components/follow-dark.ts';
import { quietButton, sayFor } from '../../ui/components/quiet-button.ts';
import { saveBlob } from '../../ui/components/save-file.ts';
import { drawDiagram } from './draw-diagram.ts';
import type { Drawing } from './drawn.ts';
import './diagrams.css';

/** Milliseconds. A streaming text is redrawn with each token, so a diagram is drawn once the text pauses. */
const RESTED = 300;
/** Pixels. Below this width its text is too small to read, so it scrolls. */
const READABLE = 520;

interface Shown {
  block: HTMLElement;
  source: string;
  figure: HTMLElement;
}

let shown: Shown[] = [];
let isWatching = false;

export function showDiagrams(place: HTMLElement): void {
  const blocks = [...place.querySelectorAll<HTMLElement>('pre[data-language="mermaid"]')];
  setTimeout(() => {
    for (const block of blocks) if (block.isConnected) add(block);
  }, RESTED);
}

function add(block: HTMLElement): void {
  const frame = block.closest<HTMLElement>('.code') ?? block;
  if (frame.previousElementSibling?.matches('.diagram')) return;
  const figure = document.createElement('figure');
  figure.className = 'diagram';
  frame.before(figure);
  const each = { block: frame, source: block.textContent ?? '', figure };
  shown = [...shown.filter((other) => other.figure.isConnected), each];
  watchTheme();
  void draw(each);
}

async function draw({ block, source, figure }: Shown): Promise<void> {
  figure.ariaBusy = 'true';
  const drawn = await drawDiagram(source, coloursNow(), isDark()).catch(() => ({ problem: '' }));
  figure.ariaBusy = null;
  if ('drawing' in drawn) return put(figure, block, source, drawn.drawing);
  const note = document.createElement('p');
  note.className = 'small muted';
  note.textContent =
    drawn.problem === ''
      ? 'This diagram can’t be drawn. Below is its source.'
      : `This diagram can’t be drawn: ${drawn.problem}. Below is its source.`;
  figure.replaceChildren(note);
  block.hidden = false;
}

function put(figure: HTMLElement, block: HTMLElement, source: string, { svg, width, height }: Drawing): void {
  const wasOpen = figure.querySelector('[aria-expanded="true"]') !== null;
  const picture = document.createElement('img');
  picture.alt = /^\s*accTitle:\s*(.{1,200})/m.exec(source)?.[1] ?? 'Diagram';
  picture.width = width;
  picture.height = height;
  picture.style.minWidth = `${Math.min(width, READABLE)}px`;
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  picture.onload = picture.onerror = () => URL.revokeObjectURL(address);
  picture.src = address;
  const view = document.createElement('div');
  view.className = 'diagram-view';
  view.tabIndex = 0;
  view.append(picture);

  const open = quietButton('button quiet', 'Source', 'Source of the diagram');
  const show = (isOpen: boolean): void => {
    block.hidden = !isOpen;
    open.ariaExpanded = String(isOpen);
  };
  open.addEventListener('click', () => show(block.hidden !== false));
  show(wasOpen);
  const copy = quietButton('button quiet', 'Copy', 'Copy the diagram as SVG');
  copy.addEventListener('click', () => {
    navigator.clipboard.writeText(svg).then(
      () => sayFor(copy, 'Copied'),
      () => sayFor(copy, 'Not allowed'),
    );
  });
  const save = quietButton('button quiet', 'SVG', 'Save the diagram as SVG');
  save.addEventListener('click', () => saveBlob('diagram.svg', new Blob([svg], { type: 'image/svg+xml' })));
  const bar = document.createElement('div');
  bar.className = 'diagram-bar';
  bar.append(open, copy, save);
  figure.replaceChildren(view, bar);
}

/** Theme tokens by Mermaid's names. */
const COLOURS: Readonly<Record<string, string>> = {
  background: '--canvas',
  primaryColor: '--surface',
  primaryTextColor: '--text',
  primaryBorderColor: '--line-strong',
  secondaryColor: '--accent-soft',
  tertiaryColor: '--hover',
  lineColor: '--muted',
  textColor: '--text',
  noteBkgColor: '--accent-soft',
  noteTextColor: '--text',
  noteBorderColor: '--accent',
};

function coloursNow(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(COLOURS).map(([name, token]) => [name, colourOf(`var(${token})`)]),
  );
}

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });

/** Mermaid computes with colours and only understands older formats: `#rrggbb`. */
function colourOf(value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  if (!canvas) return '#808080';
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Redraws them when the theme changes. */
function watchTheme(): void {
  if (isWatching) return;
  isWatching = true;
  const again = (): void => {
    shown = shown.filter(({ figure }) => figure.isConnected);
    for (const each of shown) void draw(each);
  };
  onTheme(again);
}
