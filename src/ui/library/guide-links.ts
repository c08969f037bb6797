// The guide's pages link to each other by file name. In the library, such a link leads to the page on the docs site.
import type { StoredDocument } from '../../core/document.ts';

const LINK = /<a href="([\w-]+)\.md(#[\w-]*)?"/g;

/** @param html of one paragraph @param base folder of the app. Text of other documents is returned unchanged. */
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
