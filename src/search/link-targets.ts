// The addresses that Markdown links lead to: kept for the reader, and left out of what is indexed, embedded and counted.
//
// They are up to half of a page's characters, and their words are those of the pages that they lead to. An address that is
// written out, such as `<https://example.org>`, is text. Takes time in proportion to the length of the text.

/** What tells a target from an argument: `[0](x)` in code keeps its `x`. */
const ADDRESS = String.raw`(?:[a-z][a-z\d+.-]{1,20}:|#|\.{0,2}\/|\?|[\w%-][\w%./-]*\.(?:mdx?|html?)\b)`;
const REST = String.raw`[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*`;
const INLINE = new RegExp(
  String.raw`\]\([ \t]*<?${ADDRESS}${REST}>?(?:\s+"[^"\n]*"|\s+'[^'\n]*')?[ \t]*\)`,
  'gi',
);
/** `[name]: address`, to which links refer by the name. */
const DEFINITION = new RegExp(String.raw`^( {0,3}\[[^\]\n]{1,200}\]:)[ \t]+<?${ADDRESS}\S*.*$`, 'gim');

/** The text without the targets of its links: `[the guide](./guide.md)` is `[the guide]`. */
export function withoutLinkTargets(text: string): string {
  const isLinked = text.includes('](');
  const inline = isLinked ? text.replace(INLINE, ']') : text;
  return inline.includes(']:') ? inline.replace(DEFINITION, '$1') : inline;
}
