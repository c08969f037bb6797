// The pages of the guide name each other by their files. In the library such a link leads to the page as the docs site has it.
import type { StoredDocument } from '../../core/document.ts';

const LINK = /<a href="([\w-]+)\.md(#[\w-]*)?"/g;

/** @param html of one paragraph @param base where the app lies. Text of any other document comes out as it is. */
export function withGuideLinks(
  html: string,
  { source }: Pick<StoredDocument, 'source'>,
  base: string,
): string {
  if (source !== 'guide') return html;
  return html.replace(LINK, (_, page: string, place = '') => {
    return `<a href="${new URL(`demo-docs/${page}.html${place}`, base).href}"`;
  });
}
