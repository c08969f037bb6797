// Puts what a file says about itself into what was read of it; a title that is missing there is its first main heading.
import { headingText } from '../../search/headings.ts';
import type { Extracted } from './extracted.ts';

/** Programs put these where nobody gave a title. */
const NO_TITLE =
  /^(?:untitled|document\d*|presentation\d*|powerpoint presentation|slide \d+|microsoft \w+ - .*|.*\.(?:docx?|pptx?|xlsx?|indd|tex|dvi))$/i;
/** A title stands at the top. */
const TITLE_WITHIN = 4000;

/** @param headings false: a heading of it is no title, but the name of a sheet. */
export function withProperties(
  extracted: Extracted,
  properties: Partial<Extracted> & { tags?: string[] },
  { headings = true } = {},
): Extracted {
  const { tags, title: stated, ...fields } = properties;
  const whole: Extracted = { ...extracted, ...fields };
  if (tags) whole.metadata = { ...whole.metadata, tags };
  const title =
    stated && !NO_TITLE.test(stated)
      ? stated
      : (extracted.title ?? (headings ? firstHeading(extracted.body) : undefined));
  if (title) whole.title = title;
  return whole;
}

function firstHeading(body: string): string | undefined {
  const marked = /^#{1,2} (.+)$/m.exec(body.slice(0, TITLE_WITHIN))?.[1];
  return marked === undefined ? undefined : headingText(marked) || undefined;
}
