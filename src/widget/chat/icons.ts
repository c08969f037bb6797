// The icons of the assistant: each is next to a text, or has a label.
import { drawIcon } from '../dom.ts';

const ICONS = {
  again: 'M20 11a8 8 0 1 0-2 6M20 4v7h-7',
  back: 'M14 6l-6 6 6 6',
  check: 'M5 12l5 5 9-11',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  down: 'M7 4v9M7 13l4 7c2 0 3-1 2.500-3l-.5-2.500h5c1.500 0 2-1 1.700-2.500L18.500 6c-.3-1.300-1-2-2.500-2H7H3v9h4',
  end: 'M12 5v14M6 13l6 6 6-6',
  fresh: 'M12 5v14M5 12h14',
  send: 'M12 19V5M6 11l6-6 6 6',
  shield: 'M12 3l8 3v5c0 5-3 8-8 10-5-2-8-5-8-10V6zM12 8v5M12 16v.01',
  stop: 'M8 8h8v8H8zM9 10h6M9 12h6M9 14h6',
  tool: 'M14 6a4 4 0 0 1 5-1l-3 3 1 2 2 1 2-3a4 4 0 0 1-5 5l-7 7a2 2 0 0 1-3-3l7-7a4 4 0 0 1 1-4z',
  unfold: 'M9 6l6 6-6 6',
  up: 'M7 20v-9M7 11l4-7c2 0 3 1 2.500 3L13 9.500h5c1.500 0 2 1 1.700 2.500l-1.200 6c-.3 1.300-1 2-2.500 2H7H3v-9h4',
};

export function chatIcon(name: keyof typeof ICONS): SVGSVGElement {
  return drawIcon(ICONS[name]);
}
