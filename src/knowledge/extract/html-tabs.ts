// Tabs of a page: each panel is put below its own label, instead of all labels in a row.
import { attribute, elementsOf, type HtmlElement, type HtmlTag, isTag, textWithin } from './html-nodes.ts';

/** How far from the labels to look for their panels: levels up, and elements on each level. */
const LEVELS_UP = 3;
const MOST_LOOKED_AT = 100;

/** Moves each label to the beginning of its panel. Rows of labels without as many panels stay unchanged. */
export function spreadTabs(content: HtmlElement): void {
  for (const row of [...elementsOf(content)].filter(isRow)) {
    const labels = labelsOf(row);
    const panels = labels.length > 0 ? panelsNear(row, labels.length) : undefined;
    if (!panels) continue;
    take(row);
    labels.forEach((label, i) => {
      take(label);
      const panel = panels[i]!;
      delete panel.attribs['hidden'];
      Object.assign(label, { name: 'p', attribs: {}, parent: panel });
      panel.children.unshift(label);
    });
  }
}

/** By role, as in Docusaurus and Starlight; VitePress and Material for MkDocs use radio buttons. */
function isRow(element: HtmlTag): boolean {
  if (attribute(element, 'role') === 'tablist') return true;
  const name = attribute(element, 'class') ?? '';
  return /(?:^|\s)(?:tabs|tabbed-labels)(?:\s|$)/.test(name) && tagsIn(element).some(isLabel);
}

function labelsOf(row: HtmlTag): HtmlTag[] {
  const labels: HtmlTag[] = [];
  let seen = 0;
  for (const element of elementsOf(row)) {
    if (++seen > MOST_LOOKED_AT) return [];
    if (isLabel(element) || attribute(element, 'role') === 'tab') labels.push(element);
  }
  return labels.every((label) => textWithin(label).trim() !== '') ? labels : [];
}

function panelsNear(row: HtmlTag, wanted: number): HtmlTag[] | undefined {
  let inner: HtmlElement = row;
  for (let level = 0; level < LEVELS_UP; level++) {
    const outer = inner.parent as HtmlElement | null;
    if (!outer) return undefined;
    const near = tagsIn(outer);
    const around = near.flatMap((element) => (element === inner ? [] : [element, ...tagsIn(element)]));
    const panels = around.slice(0, MOST_LOOKED_AT).filter(isPanel);
    if (panels.length > 0) return panels.length === wanted ? panels : undefined;
    inner = outer;
  }
  return undefined;
}

function isLabel({ name }: HtmlTag): boolean {
  return name === 'label';
}

function isPanel(element: HtmlTag): boolean {
  if (attribute(element, 'role') === 'tabpanel') return true;
  const parent = element.parent as HtmlElement | null;
  return /(?:^|\s)(?:blocks|tabbed-content)(?:\s|$)/.test((parent && attribute(parent, 'class')) ?? '');
}

function tagsIn(element: HtmlElement): HtmlTag[] {
  return element.children.slice(0, MOST_LOOKED_AT).filter(isTag);
}

function take(element: HtmlTag): void {
  const parent = element.parent as HtmlElement | null;
  if (parent) parent.children = parent.children.filter((child) => child !== element);
}
