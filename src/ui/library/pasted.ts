// Interprets a paste on the Library screen: files, the address of a page, or a tool, or a text with or without
// formatting. Pure.
import { webAddress } from '../../base/web-address.ts';
import { pastedTool } from '../studio/pasted-tool.ts';

export type Pasted =
  | { kind: 'files'; files: File[] }
  | { kind: 'address'; address: string }
  | { kind: 'text'; text: string; html?: string };

/**
 * Undefined when there is nothing to add. Must be called during the event: the browser empties the clipboard
 * afterwards.
 */
export function readPaste(data: Pick<DataTransfer, 'files' | 'getData'>): Pasted | undefined {
  const text = data.getData('text/plain');
  const html = data.getData('text/html');
  // Tables and text copied from office apps come with a picture of themselves.
  const files = [...data.files];
  if (files.length > 0 && (text.trim() === '' || !files.every(({ type }) => type.startsWith('image/')))) {
    return { kind: 'files', files };
  }
  const tool = pastedTool(text);
  if (tool) return { kind: 'files', files: [tool] };
  const address = webAddress(text);
  if (address !== undefined) return { kind: 'address', address };
  if (text.trim() === '' && html.trim() === '') return undefined;
  return html.trim() === '' || !hasStructure(html) ? { kind: 'text', text } : { kind: 'text', text, html };
}

/** Formatting that Markdown can express; code editors copy only colours. */
function hasStructure(html: string): boolean {
  return /<(h[1-6]|ul|ol|table|blockquote|a\s[^>]*href|strong|em|b|i|p)\b/i.test(html);
}
