// Listeners added and removed during a call.
import { expect, it } from 'vitest';
import { Listeners } from './listeners.ts';

it('calls each listener until it is removed', () => {
  const listeners = new Listeners<[number]>();
  const heard: number[] = [];
  const stop = listeners.add((value) => heard.push(value));
  listeners.tell(1);
  stop();
  stop();
  listeners.tell(2);
  expect(heard).toEqual([1]);
});

it('skips listeners that an earlier listener removed or added', () => {
  const listeners = new Listeners();
  const heard: string[] = [];
  let stop = (): void => undefined;
  listeners.add(() => {
    heard.push('first');
    stop();
    listeners.add(() => heard.push('late'));
  });
  stop = listeners.add(() => heard.push('removed'));
  listeners.tell();
  expect(heard).toEqual(['first']);
});
