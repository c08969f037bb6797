// Only user gestures count, never events made by scripts.
import { expect, it } from 'vitest';
import { onPerson } from './person-events.ts';

interface Made {
  type: string;
  isTrusted: boolean;
  key: string;
  stopped: boolean;
  prevented: boolean;
  preventDefault(): void;
  stopImmediatePropagation(): void;
}

/** Dispatches as a browser does: capturing listeners first, in order, until one stops the event. */
class Stand {
  readonly #listeners: { type: string; listener: (event: Made) => void; capture: boolean }[] = [];

  addEventListener(type: string, listener: (event: Made) => void, capture = false): void {
    this.#listeners.push({ type, listener, capture });
  }

  removeEventListener(type: string, listener: (event: Made) => void, capture = false): void {
    const at = this.#listeners.findIndex(
      (one) => one.type === type && one.listener === listener && one.capture === capture,
    );
    if (at >= 0) this.#listeners.splice(at, 1);
  }

  dispatch(type: string, isTrusted: boolean, key = ''): Made {
    const event: Made = {
      ...{ type, isTrusted, key, stopped: false, prevented: false },
      preventDefault: () => void (event.prevented = true),
      stopImmediatePropagation: () => void (event.stopped = true),
    };
    const inOrder = [...this.#listeners].sort((a, b) => Number(b.capture) - Number(a.capture));
    for (const one of inOrder) if (one.type === type && !event.stopped) one.listener(event);
    return event;
  }

  get listeners(): number {
    return this.#listeners.length;
  }
}

function stand(type?: 'click' | 'change' | 'submit') {
  const element = new Stand();
  const seen: string[] = [];
  const clock = { now: 0 };
  const off = onPerson<Made>(
    element,
    () => clock.now,
    type,
    (event) => seen.push(event.type),
  );
  return { element, seen, clock, off };
}

it('passes a trusted click, and stops a scripted one together with its default action', () => {
  const { element, seen } = stand('click');
  expect(element.dispatch('click', false)).toMatchObject({ prevented: true, stopped: true });
  expect(seen).toEqual([]);
  expect(element.dispatch('click', true)).toMatchObject({ prevented: false });
  expect(seen).toEqual(['click']);
});

it('accepts a submit only right after a press: a trusted submit requested by a script does not count', () => {
  const { element, seen, clock } = stand('submit');
  element.dispatch('submit', true);
  element.dispatch('click', false);
  element.dispatch('submit', true);
  expect(seen).toEqual([]);
  element.dispatch('click', true);
  element.dispatch('submit', true);
  expect(seen).toEqual(['submit']);
  // One press allows one submit.
  element.dispatch('submit', true);
  element.dispatch('click', true);
  clock.now = 5000;
  element.dispatch('submit', true);
  expect(seen).toEqual(['submit']);
});

it('accepts only a trusted change', () => {
  const { element, seen } = stand('change');
  expect(element.dispatch('change', false)).toMatchObject({ stopped: true });
  expect(seen).toEqual([]);
  element.dispatch('change', true);
  expect(seen).toEqual(['change']);
});

it('accepts a submit right after Enter, but not after another key or a scripted one', () => {
  const { element, seen, clock } = stand('submit');
  element.dispatch('keydown', false, 'Enter');
  element.dispatch('submit', true);
  element.dispatch('keydown', true, 'a');
  element.dispatch('submit', true);
  element.dispatch('keydown', true, 'Enter');
  clock.now = 5000;
  element.dispatch('submit', true);
  expect(seen).toEqual([]);
  element.dispatch('keydown', true, 'Enter');
  element.dispatch('submit', true);
  expect(seen).toEqual(['submit']);
});

it('stops scripted clicks and changes on a checkbox without a handler', () => {
  const { element } = stand();
  expect(element.dispatch('click', false)).toMatchObject({ stopped: true, prevented: true });
  expect(element.dispatch('change', false)).toMatchObject({ stopped: true });
  expect(element.dispatch('click', true)).toMatchObject({ stopped: false });
  expect(element.dispatch('change', true)).toMatchObject({ stopped: false });
});

it('removes its listeners', () => {
  const { element, off } = stand('change');
  off();
  expect(element.listeners).toBe(0);
});
