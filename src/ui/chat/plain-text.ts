// Formats an answer as plain text for copying: its text, or the passages found, with their sources.
import { foundText } from './export/markdown-of.ts';
import type { Part } from '../../core/conversation.ts';
import type { SearchHit } from '../../core/document.ts';

export function plainText(parts: readonly Part[]): string {
  const isFound = parts.some(({ type }) => type === 'answer');
  return parts
    .flatMap((part) => {
      if (part.type === 'text') return [part.text.trim()];
      if (part.type === 'answer') return foundText(part);
      if (part.type === 'passages' && !isFound)
        return part.hits.slice(0, 3).map((hit) => `${hit.snippet}\n(${whereIs(hit)})`);
      if (part.type === 'citations') {
        const lines = part.citations.flatMap(({ number, hit }) =>
          hit ? [`[${number}] ${whereIs(hit)}`] : [],
        );
        return lines.length > 0 ? [lines.join('\n')] : [];
      }
      return [];
    })
    .filter((text) => text !== '')
    .join('\n\n');
}

function whereIs({ title, source_id, heading, source_url }: SearchHit): string {
  const name = title ?? source_id;
  return [heading && heading !== name ? `${name} › ${heading}` : name, source_url].filter(Boolean).join(', ');
}
