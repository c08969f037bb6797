// Creates elements in code: no markup is parsed, so no policy about scripts or Trusted Types blocks it.

export type Child = Node | string | false | undefined;
export type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** `true` sets an attribute without a value; `false` or undefined leaves it out. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAll(element, attributes);
  element.append(...children.filter((child) => child !== false && child !== undefined));
  return element;
}

export function setAll(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : value);
  }
}

const ICONS = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5',
  close: 'M6 6l12 12M18 6L6 18',
  chat: 'M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-8l-4 4v-4H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z',
};

export function icon(name: keyof typeof ICONS): SVGSVGElement {
  return drawIcon(ICONS[name]);
}

/** @param strokes path data in a 24 × 24 box. */
export function drawIcon(strokes: string): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', strokes);
  setAll(svg, { viewBox: '0 0 24 24', 'aria-hidden': 'true', part: 'icon' });
  svg.append(path);
  return svg;
}

/** Returns a style sheet that a page's style policy does not block. */
export function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
