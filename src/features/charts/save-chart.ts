// Saves a drawn chart as a standalone picture.
import type { Look } from './draw-chart.ts';

/** Picture pixels per screen pixel. */
const SCALE = 2;

/** Pixels above the chart for its title. */
const TITLE = 36;

/** @param title goes above the chart, so that the picture explains itself anywhere */
export function svgText(node: Element, { text, background, font }: Look, title?: string): string {
  const svg = (node.matches('svg') ? node : node.querySelector('svg'))!.cloneNode(true) as SVGSVGElement;
  const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  rect.setAttribute('width', '100%');
  rect.setAttribute('height', '100%');
  rect.setAttribute('fill', background);
  svg.prepend(rect);
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('font-family', font);
  svg.setAttribute('color', text);
  if (title) putTitle(svg, title, text);
  return new XMLSerializer().serializeToString(svg);
}

function putTitle(svg: SVGSVGElement, title: string, colour: string): void {
  const [x = 0, y = 0, width = 640, height = 400] = (svg.getAttribute('viewBox') ?? '')
    .split(' ')
    .map(Number);
  svg.setAttribute('viewBox', [x, y - TITLE, width, height + TITLE].join(' '));
  svg.setAttribute('height', String(Number(svg.getAttribute('height') ?? height) + TITLE));
  svg.firstElementChild?.setAttribute('y', String(y - TITLE));
  const words = document.createElementNS('http://www.w3.org/2000/svg', 'text');
  for (const [name, value] of Object.entries({ x: x + 12, y: y - 12, fill: colour, 'font-size': 16 }))
    words.setAttribute(name, String(value));
  words.setAttribute('font-weight', '600');
  words.textContent = title;
  svg.append(words);
}

/** @throws Error when the browser cannot draw it */
export async function pictureOf(svg: string): Promise<Blob> {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('the canvas gave no picture');
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}
