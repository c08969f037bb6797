// Keeps the page behind a window from scrolling, without shifting it by the scrollbar's width.
import { sheetOf } from './dom.ts';

let locks = 0;
let sheet: CSSStyleSheet | undefined;

/** @returns a function that lets the page scroll again, once no other lock remains. */
export function lockScroll(): () => void {
  if (locks === 0) {
    sheet = sheetOf(`html{overflow:hidden!important;${inPlaceOfScrollbar()}}`);
    document.adoptedStyleSheets.push(sheet);
  }
  locks += 1;
  return () => {
    locks -= 1;
    if (locks > 0) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}

/** Padding instead of `scrollbar-gutter`: the backdrop does not cover a gutter. */
function inPlaceOfScrollbar(): string {
  const root = document.documentElement;
  const width = Math.max(window.innerWidth - root.clientWidth, reservedWidth(root));
  if (width <= 0) return '';
  // Some browsers put it on the left in right-to-left pages.
  const side = root.getBoundingClientRect().left + window.scrollX > 0 ? 'left' : 'right';
  const own = parseFloat(getComputedStyle(root).getPropertyValue(`padding-${side}`)) || 0;
  return `scrollbar-gutter:auto!important;padding-${side}:${own + width}px!important`;
}

/** A gutter without a scrollbar in it counts as part of `clientWidth`. */
function reservedWidth(root: HTMLElement): number {
  const { scrollbarGutter, marginLeft, marginRight } = getComputedStyle(root);
  if (scrollbarGutter !== 'stable') return 0;
  const margins = (parseFloat(marginLeft) || 0) + (parseFloat(marginRight) || 0);
  return Math.round(window.innerWidth - root.getBoundingClientRect().width - margins);
}
