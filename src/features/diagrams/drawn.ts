// Turns the diagram frame's output into an image. It is untrusted text, of which only numbers are read. Pure.

export interface Drawing {
  svg: string;
  width: number;
  height: number;
}

/** Maximum pixels per side. */
const LARGEST = 8000;

/** @returns undefined when it is not a drawing */
export function drawingOf(message: unknown): Drawing | undefined {
  const { svg } = (message ?? {}) as { svg?: unknown };
  if (typeof svg !== 'string' || !svg.startsWith('<svg')) return undefined;
  const tag = svg.slice(0, svg.indexOf('>'));
  const box =
    /\sviewBox="([^"]*)"/
      .exec(tag)?.[1]
      ?.split(/[\s,]+/)
      .map(Number) ?? [];
  const [width = 0, height = 0] = box.slice(2).map((side) => Math.min(LARGEST, Math.ceil(side)));
  if (!(width > 0) || !(height > 0)) return undefined;
  // As an image it needs a size of its own.
  const sized = tag.replace(/\s(?:width|height|style)="[^"]*"/g, '');
  return {
    svg: `${sized} width="${width}" height="${height}"${svg.slice(tag.length)}`,
    width,
    height,
  };
}

/** The first line of Mermaid's message, shortened. */
export function problemOf(message: unknown): string {
  const { problem } = (message ?? {}) as { problem?: unknown };
  const line = typeof problem === 'string' ? (problem.split('\n')[0] ?? '').trim() : '';
  return line.replace(/[.:\s]+$/, '').slice(0, 160);
}
