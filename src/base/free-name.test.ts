// A name that is taken gets the first free number.
import { expect, it } from 'vitest';
import { freeName } from './free-name.ts';

it('keeps a free name, and numbers a taken one from 2', () => {
  const taken = new Set(['Tides', 'Tides 2', 'tides-2']);
  const isTaken = (name: string) => taken.has(name);
  expect(freeName('Waves', isTaken)).toBe('Waves');
  expect(freeName('Tides', isTaken)).toBe('Tides 3');
  expect(freeName('Tides', isTaken, (number) => `tides-${number}`)).toBe('tides-3');
});
