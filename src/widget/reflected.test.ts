// Properties a page set on an element before the script arrived.
import { expect, it } from 'vitest';
import { upgrade } from './reflected.ts';

it('passes early values to the class', () => {
  class Element {
    seen: unknown[] = [];
    set pack(value: unknown) {
      this.seen.push(value);
    }
  }
  const element = new Element();
  Object.defineProperty(element, 'pack', { value: '/docs/', configurable: true, writable: true });
  upgrade(element, ['pack', 'form']);
  expect(element.seen).toEqual(['/docs/']);
  expect(Object.hasOwn(element, 'pack')).toBe(false);
});
