// Adds a file's metadata to its text. A missing title is replaced by the first main heading.
import { headingText } from '../../search/headings.ts';
import type { Extracted } from './extracted.ts';

/** Placeholders that programs use as a title. */
const NO_TITLE =
  /^(?:(?:untitled|unbenannt|sans titre)(?: document)?[ -]?\d*|(?:new )?(?:document|dokument)\d*|presentation\d*|powerpoint[ -]\p{L}+|slide \d+|\(?(?:anonymous|unspecified|no title)\)?|microsoft \w+ - .*|.*\.(?:docx?|pptx?|xlsx?|od[tsp]|rtf|pdf|e?ps|indd|qxd|pub|tex|dvi|html?)|[^\p{L}\p{N}]*)$/iu;
/** The heading of a slide without a title. */
const NO_HEADING = /^Slide \d+$/;
/** A title is at the top. */
const TITLE_WITHIN = 4000;

/** @param headings false: its headings are names of sheets, not titles */
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
  const marked = [...body.slice(0, TITLE_WITHIN).matchAll(/^#{1,2} (.+)$/gm)].map(([, text = '']) => text);
  const first = marked.find((text) => !NO_HEADING.test(text));
  return first === undefined ? undefined : headingText(first) || undefined;
}
