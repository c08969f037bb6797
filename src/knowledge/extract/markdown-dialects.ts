// Reads the markup that generators of documentation add to Markdown: tabs and notes become a bold label with their
// content below it, as in the other formats; tags without a text are left out. Ordinary Markdown stays as it is.
import { TABS_END } from '../../search/headings.ts';

/** Whether a text may have such markup. */
const ADDED =
  /^[ \t]*(?:===[+!]? "|(?:!!!|\?\?\?\+?) |:::|\/\/\/|\{[{%:*]|> ?\[!|<\/?[A-Z]|(?:import|export) )|\{\{[<%]|^#.*\{ ?[#.:][^{}\n]*\}[ \t]*$/m;

const FENCE = /^[ \t>]*(?:[-*+] +|\d+[.)] +)?(`{3,}|~{3,})/;
/** Material for MkDocs: `=== "Linux"`, `!!! note "Title"`, `??? tip`, with indented content. */
const TAB = /^([ \t]*)===[+!]? "([^"]{1,120})"[ \t]*$/;
const BLOCK = /^([ \t]*)(?:!!!|\?\?\?\+?)[ \t]+([a-z][\w -]{0,60}?)(?:[ \t]+"([^"]{0,120})")?[ \t]*$/;
/**
 * Docusaurus, VitePress and Starlight: `:::tip[Title]`, `::: details Title`, closed by `:::`; Material for MkDocs also
 * `/// tip | Title`, closed by `///`.
 */
const CONTAINER =
  /^[ \t]*(?::{3,}|\/{3,})[ \t]*([a-z][\w-]{0,30})(?:\[([^\]]{1,120})\])?(?:\{[^}]{0,300}\})?[ \t]*(?:\|[ \t]*)?(.{0,120})$/;
const CONTAINER_END = /^[ \t]*(?::{3,}|\/{3,})[ \t]*$/;
/** GitHub: `> [!NOTE]`. */
const ALERT = /^([ \t]*>[ \t]?)\[!([A-Za-z]{3,20})\][+-]?[ \t]*(.{0,120})$/;
/** `<TabItem value="npm" label="npm">` */
const TAB_TAG = /^[ \t]*<Tab(?:Item|Panel|)\b[^<>]{0,300}>[ \t]*$/;
/** `{{< tab name="npm" >}}`, `{{% note %}}`, `{% endraw %}` */
const SHORTCODE = /^[ \t]*(?:\{\{[<%][^{}]{0,300}[%>]\}\}|\{%[^{}]{0,300}%\})[ \t]*$/;
const TAB_CODE = /^[ \t]*\{\{[<%]-?[ \t]*tab\b/;
/** `{: .note }`, and code from elsewhere: `{* ../fire.py *}` */
const ATTRIBUTES = /^[ \t]*\{(?::[^{}]{0,200}|\*[^{}]{0,300}\*)\}[ \t]*$/;
const MODULE = /^(?:import\b.{0,200}\bfrom )?(?:import )?["'][^"']{1,200}["'];?[ \t]*$/;
/** Attributes that name a tab, the most telling first. */
const LABELS = [
  /\b(?:label|title|name|tabName|header)=["']([^"']{1,120})["']/,
  /\bvalue=["']([^"']{1,120})["']/,
  /["']([^"']{1,120})["']/,
];
/** `<Tabs>` */
const COMPONENT = /^[ \t]*<\/?[A-Z][\w.]{0,60}(?:\s[^<>]{0,300})?(?<!\/)>[ \t]*$/;
/** A reference of Hugo within a link: `({{< relref "basics" >}})`. */
const REFERENCE = /\{\{[<%]-?[ \t]*(?:rel)?ref[ \t]+["']?([^"'\s{}]{1,200})["']?[ \t]*-?[%>]\}\}/g;
const HEADING = /^[ \t]{0,3}#{1,6} /;
const HEADING_ATTRIBUTES = /^\{:?[ \t]?[#.][^{}]{0,120}\}$/;

/** A paragraph of the block that follows, not a list, a table or code. */
const STARTS_TEXT = /^(?!\d+[.)] |[*+-] )[\p{L}\p{N}"'“([`_*]/u;
/** They only group their content. */
const GROUPS = /^(?:code-group|tabs?|tab-set|steps|raw|v-pre|cards?|row|column|example)$/;
/** What such generators call notes; another name is a class for the layout. */
const NOTES =
  /^(?:note|info|tip|hint|success|question|warning|caution|attention|danger|failure|bug|error|important|example|quote|abstract|summary|todo|seealso)\b/;
/** A tag that closes tabs. */
const TABS_CLOSED = /^[ \t]*(?:<\/Tabs>|\{\{[<%]-?[ \t]*\/[ \t]*tabs\b[^{}]*\}\})[ \t]*$/;
/** Deeper blocks are left as they are. */
const DEEPEST = 8;

export function plainMarkdown(body: string): string {
  return ADDED.test(body) ? converted(body.split('\n'), 0).join('\n') : body;
}

function converted(lines: readonly string[], depth: number): string[] {
  const out: string[] = [];
  const containers = containersIn(lines);
  let fence: string | undefined;
  const add = (line: string): void => {
    if (line !== '' || (out.length > 0 && out.at(-1) !== '')) out.push(line);
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim().endsWith(mark)) fence = undefined;
      out.push(line);
      continue;
    }
    if (mark) {
      fence = mark;
      out.push(line);
      continue;
    }
    const tab = TAB.exec(line);
    const block = tab ?? BLOCK.exec(line);
    const end = block ? endOfIndented(lines, at + 1, columns(block[1]!)) : at + 1;
    if (block && end > at + 1 && depth < DEEPEST) {
      const indent = block[1]!;
      const content = converted(dedented(lines.slice(at + 1, end), columns(indent) + 4), depth + 1);
      const shown = tab
        ? [`**${tab[2]!}**`, '', ...content, ...tabsEnd(nextLine(lines, end), depth)]
        : noted(block[2]!, block[3], content);
      for (const one of [...shown, '']) add(one === '' ? one : indent + one);
      at = end - 1;
      continue;
    }
    const inside = (depth < DEEPEST ? containers.get(at) : undefined) ?? at;
    if (inside > at) {
      const [, kind = '', bracketed, title = ''] = CONTAINER.exec(line)!;
      const content = converted(lines.slice(at + 1, inside), depth + 1);
      const isGroup = GROUPS.test(kind) && bracketed === undefined && title.trim() === '';
      for (const one of isGroup ? content : noted(kind, (bracketed ?? title.trim()) || undefined, content))
        add(one);
      add('');
      at = inside;
      continue;
    }
    for (const one of alone(line, lines[at + 1])) add(one);
    if (ALERT.test(line) && isQuoted(lines[at + 1])) at++;
  }
  return out;
}

/** Returns what stands for a line that no other line belongs to, except the next one of an alert. */
function alone(line: string, next: string | undefined): string[] {
  if (CONTAINER_END.test(line)) return [''];
  const alert = ALERT.exec(line);
  if (alert) {
    const said = alert[3]!.trim() || (isQuoted(next) ? next!.replace(/^[ \t]*>[ \t]?/, '') : '');
    return [`${alert[1]!}**${capital(alert[2]!.toLowerCase())}:** ${said}`];
  }
  if (TAB_TAG.test(line) || (SHORTCODE.test(line) && TAB_CODE.test(line))) {
    const label = LABELS.map((form) => form.exec(line)?.[1]).find((one) => one !== undefined);
    return label === undefined ? [''] : [`**${label}**`, ''];
  }
  if (TABS_CLOSED.test(line)) return ['', TABS_END, ''];
  if (SHORTCODE.test(line)) return [''];
  if ([ATTRIBUTES, MODULE, COMPONENT].some((form) => form.test(line))) return [''];
  return [withoutAttributes(line.replace(REFERENCE, '$1'))];
}

/** `## Install {#install}` */
function withoutAttributes(line: string): string {
  const text = HEADING.test(line) ? line.trimEnd() : '';
  const from = text.endsWith('}') ? text.lastIndexOf('{') : -1;
  return from > 0 && HEADING_ATTRIBUTES.test(text.slice(from)) ? text.slice(0, from).trimEnd() : line;
}

function isQuoted(line: string | undefined): boolean {
  return line !== undefined && /^[ \t]*>[ \t]?\S/.test(line) && !ALERT.test(line);
}

function nextLine(lines: readonly string[], from: number): string | undefined {
  let at = from;
  while (lines[at]?.trim() === '') at++;
  return lines[at];
}

/** Ends the last of several tabs, so that what follows belongs to none of them. */
function tabsEnd(next: string | undefined, depth: number): string[] {
  return (next === undefined && depth === 0) || TAB.test(next ?? '') ? [] : ['', TABS_END];
}

/**
 * The label of a note begins its first paragraph: `**Note:** It needs …` A label of its own would be the heading of all
 * that follows.
 */
function noted(kind: string, title: string | undefined, content: readonly string[]): string[] {
  const name = kind.split(' ')[0]!;
  const first = content.findIndex((line) => line !== '');
  const label =
    title || (NOTES.test(name) && title !== '' ? (name === 'seealso' ? 'See also' : capital(name)) : '');
  if (first < 0) return title ? [`_${title}_`] : [];
  if (label === '') return [...content];
  const ended = /[.:!?]$/.test(label) ? label : `${label}:`;
  return STARTS_TEXT.test(content[first]!)
    ? [`**${ended}** ${content[first]!}`, ...content.slice(first + 1)]
    : [`_${ended}_`, '', ...content.slice(first)];
}

const CONTAINER_MARK = /^[ \t]*(:{3,}|\/{3,})/;

/** Returns the closing line of each container by its opening line, in linear time. */
function containersIn(lines: readonly string[]): ReadonlyMap<number, number> {
  const closed = new Map<number, number>();
  const open: { at: number; mark: string }[] = [];
  const waiting = new Map<string, number>();
  const count = (mark: string, by: number): void => {
    waiting.set(mark, (waiting.get(mark) ?? 0) + by);
  };
  lines.forEach((line, at) => {
    const mark = CONTAINER_MARK.exec(line)?.[1];
    if (mark === undefined) return;
    if (!CONTAINER_END.test(line)) {
      if (!CONTAINER.test(line)) return;
      open.push({ at, mark });
      count(mark, 1);
    } else if ((waiting.get(mark) ?? 0) > 0) {
      for (let top = open.pop(); top !== undefined; top = open.pop()) {
        count(top.mark, -1);
        if (top.mark !== mark) continue;
        closed.set(top.at, at);
        return;
      }
    }
  });
  return closed;
}

function endOfIndented(lines: readonly string[], from: number, indent: number): number {
  let end = from;
  for (let at = from; at < lines.length; at++) {
    if (lines[at]!.trim() === '') continue;
    if (columns(/^[ \t]*/.exec(lines[at]!)![0]) < indent + 4) break;
    end = at + 1;
  }
  return end;
}

function dedented(lines: readonly string[], by: number): string[] {
  return lines.map((line) => {
    let width = 0;
    let at = 0;
    while (width < by && (line[at] === ' ' || line[at] === '\t')) width += line[at++] === '\t' ? 4 : 1;
    return line.slice(at).trimEnd();
  });
}

function columns(blank: string): number {
  return blank.replaceAll('\t', '    ').length;
}

function capital(word: string): string {
  return `${word[0]!.toUpperCase()}${word.slice(1)}`;
}
