// PowerPoint files: one section per slide, with its title, text, tables, diagrams, the numbers of its charts, and the
// speaker's notes. Pages are slides.
import { CONTENT_TYPES } from '../../core/document.ts';
import { type Extracted, Refusal } from './extracted.ts';
import { escapeInline, escapeLineStart } from './html-inline.ts';
import { checkCount, LIMITS } from './limits.ts';
import { properties } from './office.ts';
import { drawingBlocks } from './office-drawing.ts';
import { slidesOf } from './pptx-slides.ts';
import type { Slide } from './slides.ts';
import { withProperties } from './with-properties.ts';
import { Zip } from './zip.ts';

export function extractPptx(bytes: Uint8Array, alive: () => void): Extracted {
  const zip = new Zip(bytes);
  const pages: number[] = [];
  let body = '';
  let text = 0;
  for (const slide of slidesOf(zip)) {
    alive();
    if (body !== '') body += '\n\n';
    pages.push(body.length);
    const blocks = blocksOf(slide);
    if (slide.title !== '') text++;
    text += blocks.length;
    body += [`## ${escapeInline(slide.title) || `Slide ${pages.length}`}`, ...blocks].join('\n\n');
    checkCount('characters of text', body.length, LIMITS.characters);
  }
  if (text === 0) throw new Refusal('the file has no text in it, only pictures');
  const metadata = { format: 'pptx', slides: pages.length };
  return withProperties({ body, content_type: CONTENT_TYPES.markdown, pages, metadata }, properties(zip));
}

function blocksOf({ items, notes }: Slide): string[] {
  const blocks = items.flatMap((item) => (item.kind === 'picture' ? [] : drawingBlocks(item)));
  if (notes.length > 0)
    blocks.push('**Notes**', ...notes.map(({ text }) => escapeLineStart(escapeInline(text))));
  return blocks;
}
