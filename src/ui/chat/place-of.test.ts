// Positioning a panel next to its anchor.
import { expect, it } from 'vitest';
import { placeOf } from './place-of.ts';

const room = { width: 1000, height: 800 };
const panel = { width: 360, height: 200 };

it('puts it below its anchor', () => {
  expect(placeOf({ left: 100, top: 100, bottom: 118 }, panel, room)).toEqual({ left: 100, top: 126 });
});

it('keeps away from the right edge', () => {
  expect(placeOf({ left: 900, top: 100, bottom: 118 }, panel, room).left).toBe(624);
});

it('puts it above the anchor at the bottom of the window', () => {
  expect(placeOf({ left: 100, top: 700, bottom: 718 }, panel, room).top).toBe(492);
});

it('stays below when there is no room above either', () => {
  expect(placeOf({ left: 100, top: 150, bottom: 168 }, panel, { width: 1000, height: 300 }).top).toBe(176);
});
