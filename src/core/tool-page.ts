// A tool's own view of its results: a page that a person saved from an answer or a document, or that was imported.
import { isObject } from '../base/json.ts';
import { Failure } from './errors.ts';

export const PAGE_ORIGINS = ['answer', 'document', 'import', 'script'] as const;

export interface ToolPage {
  source: string;
  language: 'html' | 'svg';
  /** Who wrote it: a model's answer, a document, the author of an import, or a script on the app's page. */
  from: (typeof PAGE_ORIGINS)[number];
}

/** Characters: tools are read at every start. */
export const LONGEST_PAGE = 200_000;

/**
 * @param from replaces the given origin
 * @throws Failure `bad_request` that says what is wrong
 */
export function toToolPage(given: unknown, from?: ToolPage['from']): ToolPage {
  const { source, language, from: claimed } = isObject(given) ? given : {};
  const origin = from ?? PAGE_ORIGINS.find((one) => one === claimed);
  if (typeof source !== 'string' || source.trim() === '' || origin === undefined)
    throw new Failure('bad_request', 'page must be an object with a source and an origin');
  if (language !== 'html' && language !== 'svg')
    throw new Failure('bad_request', 'page.language must be "html" or "svg"');
  if (source.length > LONGEST_PAGE)
    throw new Failure(
      'too_large',
      `a tool's view can have at most ${LONGEST_PAGE} characters, and this page has ${source.length}`,
    );
  return { source, language, from: origin };
}
