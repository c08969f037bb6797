// Finds the visible texts in a compiled module of the interface: literals, templates with values, and texts in
// markup.
import type { Node } from './syntax.ts';
import { childrenOf, isNode } from './syntax.ts';

export interface FoundText {
  /** The build leaves a `count(n, 'document')` and a text tagged `words` unchanged: the code translates them. */
  kind: 'literal' | 'template' | 'markup' | 'translated';
  /** In the catalogues' format: `{0}` for a value, whitespace collapsed. Markup has several. */
  keys: string[];
  start: number;
  end: number;
}

const READ_ATTRIBUTES = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label'];
const MARKUP_ATTRIBUTE = / (?:aria-label|aria-description|title|placeholder|alt)="([^"]*)"/g;
/** Calls whose literals are not visible text. */
const MACHINE_CALLS =
  /^(?:set_class|attr_class|set_style|event|delegate|delegated|prop|rest_props|addEventListener|removeEventListener|querySelector(?:All)?|closest|matches|matchMedia|getItem|setItem|removeItem|Symbol|createElement|startsWith|endsWith|includes|indexOf|split|replaceAll|replace|getAttribute|hasAttribute|warn|error|log|add_svelte_meta|element|getContext|setContext|append_styles|RegExp|Error|TypeError)$/;
const MACHINE_KEYS = new Set([
  'class',
  'id',
  'href',
  'role',
  'type',
  'look',
  'kind',
  'icon',
  'style',
  'rel',
  'event',
]);
const COMPARES = new Set(['===', '!==', '==', '!=', 'in', 'instanceof']);

export function findTexts(program: Node): FoundText[] {
  const found: FoundText[] = [];
  visit(program, found);
  return found;
}

/** The keys of markup: its texts and its visible or announced attributes. */
export function textsOfMarkup(markup: string): string[] {
  const texts = markup.split(/<[^>]*>/);
  const attributes = [...markup.matchAll(MARKUP_ATTRIBUTE)].map(([, value = '']) => value);
  return [...texts, ...attributes].map(decoded).map(keyOf).filter(hasWords);
}

export function keyOf(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

function visit(node: Node, found: FoundText[]): void {
  if (/^(?:Import|Export(?:All|Named))/.test(node.type) && isNode(node['source'])) return;
  if (node.type === 'Literal') {
    const { value } = node;
    if (typeof value === 'string' && isText(value)) add('literal', [keyOf(value)], node, found);
    return;
  }
  if (node.type === 'TemplateLiteral') return visitTemplate(node, found);
  if (node.type === 'TaggedTemplateExpression') {
    const text = node['quasi'] as Node;
    if (nameOf(node['tag']) === 'words') {
      add('translated', [keyOf(templateText(text, (index) => `{${index}}`))], node, found);
    }
    return;
  }
  if (node.type === 'ImportExpression') return;
  if (node.type === 'BinaryExpression' && COMPARES.has(String(node['operator']))) {
    return eachBut(node, (child) => !isPlainText(child), found);
  }
  if (node.type === 'SwitchCase') return eachBut(node, (child) => child !== node['test'], found);
  if (node.type === 'ExpressionStatement' && typeof node['directive'] === 'string') return;
  if (node.type === 'MemberExpression') return eachBut(node, (child) => !isPlainText(child), found);
  if (node.type === 'Property' || node.type === 'PropertyDefinition') {
    const key = nameOf(node['key']);
    return eachBut(
      node,
      (child) => child !== node['key'] && !(MACHINE_KEYS.has(key) && isPlainText(child)),
      found,
    );
  }
  if (node.type === 'CallExpression' || node.type === 'NewExpression') return visitCall(node, found);
  eachBut(node, () => true, found);
}

function visitCall(node: Node, found: FoundText[]): void {
  const name = nameOf(node['callee']);
  const given = (node['arguments'] as Node[] | undefined) ?? [];
  const [first, second] = given;
  if (name === 'from_html' && first) {
    const keys = textsOfMarkup(plainText(first) ?? '');
    if (keys.length > 0) add('markup', keys, first, found);
    return;
  }
  if (name === 'count' && second) {
    const noun = plainText(second);
    const plural = given[2] ? plainText(given[2]) : noun && `${noun}s`;
    if (plural) add('translated', [`{0} ${plural}`], node, found);
  }
  if (name === 'set_attribute' && !READ_ATTRIBUTES.includes((second && plainText(second)) ?? '')) return;
  const isMachine = MACHINE_CALLS.test(name);
  eachBut(
    node,
    (child) =>
      !(isMachine && given.includes(child) && isPlainText(child)) &&
      !(isMachine && child.type === 'TemplateLiteral') &&
      !(name === 'Failure' && child === first) &&
      !(name === 'set_attribute' && child === second),
    found,
  );
}

function visitTemplate(node: Node, found: FoundText[]): void {
  const values = node['expressions'] as Node[];
  const key = keyOf(templateText(node, (index) => `{${index}}`));
  const words = key.replaceAll(/\{\d+\}/g, ' ');
  if (values.length === 0 ? isText(key) : hasWords(words) && isTextWithValues(words)) {
    add(values.length === 0 ? 'literal' : 'template', [key], node, found);
  }
  for (const value of values) visit(value, found);
}

function templateText(node: Node, place: (index: number) => string): string {
  const quasis = node['quasis'] as { value: { cooked: string } }[];
  return quasis.map(({ value }, index) => (index === 0 ? '' : place(index - 1)) + value.cooked).join('');
}

function plainText(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && (node['expressions'] as Node[]).length === 0) {
    return templateText(node, () => '');
  }
  return undefined;
}

function isPlainText(node: Node): boolean {
  return plainText(node) !== undefined;
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return nameOf(node['property']);
  if (node.type === 'Literal') return String(node.value);
  return typeof node['name'] === 'string' ? node['name'] : '';
}

function eachBut(node: Node, wanted: (child: Node) => boolean, found: FoundText[]): void {
  for (const child of childrenOf(node)) if (wanted(child)) visit(child, found);
}

function add(kind: FoundText['kind'], keys: string[], { start, end }: Node, found: FoundText[]): void {
  found.push({ kind, keys, start, end });
}

function hasWords(text: string): boolean {
  return /\p{L}{2}/u.test(text);
}

/** Names, addresses and styles are not visible text. */
function isText(value: string): boolean {
  const text = keyOf(value);
  if (!hasWords(text) || /svelte-|^https?:|^[./#@]|[{}<]|;(?!\s+\p{L})|=>|\w\(/u.test(text)) return false;
  if (!/\s/.test(text)) return /^[A-Z][a-z]+(?:-[a-z]+)?[.…:?!]?$/.test(text);
  return /^[\p{L}\d'"“‘(…·—+]/u.test(text);
}

function isTextWithValues(words: string): boolean {
  return (
    !/[<>=]|;(?!\s)|:\/\/|^\s*[.#/]|\w[-_/]\s|\s[-_/]\w/.test(words) && /(?:^|\s)[\p{L}'’(“]{2,}/u.test(words)
  );
}

function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
