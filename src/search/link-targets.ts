// The targets of Markdown links: kept for the reader, but neither indexed, embedded nor counted.
//
// They are up to half of a page's characters, and their words belong to the pages that they lead to. A written-out
// address, such as `<https://example.org>`, is text. Takes linear time.

/** Distinguishes a link target from an argument: `[0](x)` in code keeps its `x`. */
const ADDRESS = String.raw`(?:[a-z][a-z\d+.-]{1,20}:|#|\.{0,2}\/|\?|[\w%-][\w%./-]*\.(?:mdx?|html?)\b)`;
const REST = String.raw`[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*`;
const INLINE = new RegExp(
  String.raw`\]\([ \t]*<?${ADDRESS}${REST}>?(?:\s+"[^"\n]*"|\s+'[^'\n]*')?[ \t]*\)`,
  'gi',
);
/** `[name]: address`, which links refer to by name. */
const DEFINITION = new RegExp(String.raw`^( {0,3}\[[^\]\n]{1,200}\]:)[ \t]+<?${ADDRESS}\S*.*$`, 'gim');

/** Returns the text without link targets: `[the guide](./guide.md)` becomes `[the guide]`. */
export function withoutLinkTargets(text: string): string {
  const isLinked = text.includes('](');
  const inline = isLinked ? text.replace(INLINE, ']') : text;
  return inline.includes(']:') ? inline.replace(DEFINITION, '$1') : inline;
}
