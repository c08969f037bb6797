// Distinguishes web pages that are added together with the same title: each is named by its next unique heading.
import { groupBy } from '../base/group-by.ts';
import { keptName } from '../core/kept-names.ts';
import { headingText } from '../search/headings.ts';
import type { Content, Draft } from './incoming.ts';

interface Page {
  /** Its path in the drop. */
  name: string;
  title: string;
  /** Markdown. */
  body: string;
}

interface Titled {
  draft: Pick<Draft, 'name' | 'given'>;
  content: Content;
}

/** Two pages with one title may be two versions of the same page. */
const LEAST_PAGES = 3;
/** Maximum headings of a page to examine, and the characters searched for them. */
const MOST_HEADINGS = 12;
const WITHIN = 50_000;
const HOME_FILE = /^(?:index|default|home|readme)\.\w+$/i;

/** One instance for all pages of a drop, which come in batches. */
export class DistinctTitles {
  /** The shared titles, and those used instead, in lower case. */
  readonly #taken = new Map<string, Set<string>>();

  /** Changes the titles of web pages, except those given with their page. */
  give(arrived: readonly Titled[]): void {
    const pages = arrived.filter(
      ({ draft, content }) => content.metadata['format'] === 'html' && !draft.given.title?.trim(),
    );
    const named = pages.map(({ draft, content }) => ({
      name: draft.name,
      title: content.title,
      body: content.body,
      content,
    }));
    for (const [{ content }, title] of this.of(named)) content.title = keptName(title);
  }

  /** @returns the new titles of those pages that get one */
  of<P extends Page>(pages: readonly P[]): Map<P, string> {
    const titles = new Map<P, string>();
    for (const [title, group] of groupBy(pages, (page) => page.title.toLowerCase())) {
      const known = this.#taken.get(title);
      if (!known && group.length < LEAST_PAGES) continue;
      const taken = known ?? new Set([title]);
      this.#taken.set(title, taken);
      const home = homeOf(group);
      const named = distinguish(
        group.filter((page) => page !== home),
        taken,
      );
      for (const [page, heading] of named) titles.set(page, heading);
    }
    return titles;
  }
}

/** The front page of a site keeps the site's name. */
function homeOf<P extends Page>(pages: readonly P[]): P | undefined {
  const depth = ({ name }: Page): number => name.split('/').length;
  return pages
    .filter(({ name }) => HOME_FILE.test(name.split('/').at(-1) ?? ''))
    .sort((a, b) => depth(a) - depth(b))[0];
}

/**
 * Returns each page's first heading that no other page has at that position. Common ones such as “Contents” are
 * skipped.
 */
function distinguish<P extends Page>(pages: readonly P[], taken: Set<string>): Map<P, string> {
  const titles = new Map<P, string>();
  const headings = new Map(pages.map((page) => [page, headingsOf(page.body)]));
  for (let at = 0; at < MOST_HEADINGS; at++) {
    const open = pages.filter((page) => !titles.has(page) && headings.get(page)![at] !== undefined);
    const byHeading = groupBy(open, (page) => headings.get(page)![at]!.toLowerCase());
    for (const [heading, [page, ...others]] of byHeading) {
      if (!page || others.length > 0 || taken.has(heading)) continue;
      taken.add(heading);
      titles.set(page, headings.get(page)![at]!);
    }
  }
  return titles;
}

function headingsOf(body: string): string[] {
  const prose = body.slice(0, WITHIN).replace(/^(`{3,}|~{3,})[^\n]*\n[^]*?^\1[`~]*$/gm, '');
  const texts: string[] = [];
  for (const [, marked = ''] of prose.matchAll(/^#{1,3} (.+)$/gm)) {
    const text = headingText(marked);
    if (text !== '') texts.push(text);
    if (texts.length === MOST_HEADINGS) break;
  }
  return texts;
}
