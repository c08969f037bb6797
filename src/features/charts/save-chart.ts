// A drawn chart as a picture that stands by itself.
import type { Look } from './draw-chart.ts';

/** Pixels of the picture for each of the screen. */
const SCALE = 2;

export function svgText(node: Element, { text, background, font }: Look): string {
  const svg = (node.matches('svg') ? node : node.querySelector('svg'))!.cloneNode(true) as SVGSVGElement;
  const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  rect.setAttribute('width', '100%');
  rect.setAttribute('height', '100%');
  rect.setAttribute('fill', background);
  svg.prepend(rect);
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('font-family', font);
  svg.setAttribute('color', text);
  return new XMLSerializer().serializeToString(svg);
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
