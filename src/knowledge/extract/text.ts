// Plain text: the body unchanged, and a title from its first line if that looks like one.
import { CONTENT_TYPES } from '../../core/document.ts';
import type { Extracted } from './extracted.ts';

/** Longer first lines are sentences, not titles. */
const LONGEST_TITLE = 80;

export function extractText(text: string): Extracted {
  const extracted: Extracted = { body: text, content_type: CONTENT_TYPES.text, metadata: {} };
  const [first = '', second = ''] = text.slice(0, 1000).replace(/^\s+/, '').split('\n');
  const title = first.trim();
  const standsAlone = second.trim() === '' || /^[=~-]{3,}\s*$/.test(second);
  if (standsAlone && title.length <= LONGEST_TITLE && /\p{L}/u.test(title) && /[^.;,:]$/.test(title)) {
    extracted.title = title;
  }
  return extracted;
}
