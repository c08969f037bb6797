// Keeps the page behind a window where it is, without moving it by the width of its scrollbar.
import { sheetOf } from './dom.ts';

let locks = 0;
let sheet: CSSStyleSheet | undefined;

/** @returns lets the page scroll again, once nothing else holds it. */
export function lockScroll(): () => void {
  if (locks === 0) {
    const hasScrollbar = window.innerWidth > document.documentElement.clientWidth;
    sheet = sheetOf(
      `html{overflow:hidden!important;${hasScrollbar ? 'scrollbar-gutter:stable!important' : ''}}`,
    );
    document.adoptedStyleSheets.push(sheet);
  }
  locks += 1;
  return () => {
    locks -= 1;
    if (locks > 0) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}
