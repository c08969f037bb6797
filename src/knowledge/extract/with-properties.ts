// Puts what a file says about itself into what was read of it; a title that is missing there is its first main heading.
import { headingText } from '../../search/headings.ts';
import type { Extracted } from './extracted.ts';

/** Programs put these where nobody gave a title. */
const NO_TITLE =
  /^(?:(?:untitled|unbenannt|sans titre)(?: document)?[ -]?\d*|(?:new )?(?:document|dokument)\d*|presentation\d*|powerpoint[ -]\p{L}+|slide \d+|\(?(?:anonymous|unspecified|no title)\)?|microsoft \w+ - .*|.*\.(?:docx?|pptx?|xlsx?|od[tsp]|rtf|pdf|e?ps|indd|qxd|pub|tex|dvi|html?)|[^\p{L}\p{N}]*)$/iu;
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
