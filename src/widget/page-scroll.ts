// Keeps the page behind a window where it is, without moving it by the width of its scrollbar.
import { sheetOf } from './dom.ts';

let locks = 0;
let sheet: CSSStyleSheet | undefined;

/** @returns lets the page scroll again, once nothing else holds it. */
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

/** Padding and no `scrollbar-gutter`: what dims the page does not reach into a gutter. */
function inPlaceOfScrollbar(): string {
  const root = document.documentElement;
  const width = window.innerWidth - root.clientWidth;
  if (width <= 0) return '';
  // Right to left some browsers have it on the left.
  const side = root.getBoundingClientRect().left + window.scrollX > 0 ? 'left' : 'right';
  const own = parseFloat(getComputedStyle(root).getPropertyValue(`padding-${side}`)) || 0;
  return `scrollbar-gutter:auto!important;padding-${side}:${own + width}px!important`;
}
