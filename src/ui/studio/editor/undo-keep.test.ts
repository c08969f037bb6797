// Undo histories across reloads: only for the same text, limited in size, and never at the expense of drafts.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropDrafts, keepDraft, readDraft } from '../drafts.ts';
import { dropSteps, keepSteps, readSteps, type Steps } from './undo-keep.ts';

/** Web storage with room for this many characters. */
function storage(room: number) {
  const texts: Record<string, string> = {};
  return Object.defineProperties(texts, {
    getItem: { value: (key: string) => texts[key] ?? null },
    removeItem: { value: (key: string) => void delete texts[key] },
    setItem: {
      value: (key: string, text: string) => {
        const others = Object.entries(texts).filter(([other]) => other !== key);
        const used = others.reduce((sum, [, kept]) => sum + kept.length, 0);
        if (used + text.length > room) throw new Error('QuotaExceededError');
        texts[key] = text;
      },
    },
  });
}

const steps = (...done: unknown[]): Steps => ({ done, undone: [] });

beforeEach(() => void vi.stubGlobal('localStorage', storage(1_000_000)));
afterEach(() => vi.unstubAllGlobals());

describe('stored undo histories', () => {
  it('return for the same text of the same file of the same tool', () => {
    keepSteps('greet', '', 'a', steps(1), 1);
    keepSteps('greet', 'lib/a.lua', 'a', steps(2), 1);
    expect(readSteps('greet', '', 'a')).toEqual(steps(1));
    expect(readSteps('greet', 'lib/a.lua', 'a')).toEqual(steps(2));
    expect(readSteps('greet', '', 'b')).toBeUndefined();
    expect(readSteps('other', '', 'a')).toBeUndefined();
  });

  it('keep the latest steps when there are too many', () => {
    const many = Array.from({ length: 200 }, (_, index) => `${index} ${'x'.repeat(1000)}`);
    keepSteps('greet', '', 'a', steps(...many), 1);
    const { done } = readSteps('greet', '', 'a') as Steps;
    expect(done.length).toBeGreaterThan(10);
    expect(JSON.stringify(done).length).toBeLessThan(64_000);
    expect(done.at(-1)).toBe(many.at(-1));
  });

  it('cover the eight texts left last', () => {
    for (let at = 1; at <= 9; at += 1) keepSteps(`tool${at}`, '', 'a', steps(at), at);
    expect(readSteps('tool1', '', 'a')).toBeUndefined();
    expect(readSteps('tool2', '', 'a')).toEqual(steps(2));
    expect(readSteps('tool9', '', 'a')).toEqual(steps(9));
  });

  it('are deleted with their tool only, and not for a name that merely begins like it', () => {
    keepSteps('greet', '', 'a', steps(1), 1);
    keepSteps('greet', 'lib/a.lua', 'a', steps(1), 1);
    keepSteps('greeting', '', 'a', steps(1), 1);
    dropDrafts('greet');
    expect(Object.keys(localStorage)).toEqual(['perilune:undo:greeting']);
  });

  it('make room for a draft when the storage is full', () => {
    vi.stubGlobal('localStorage', storage(20_000));
    keepSteps('greet', '', 'a', steps('x'.repeat(12_000)), 1);
    keepDraft('greet', 'y'.repeat(15_000));
    expect(localStorage.getItem('perilune:draft:greet')).toHaveLength(15_000);
    expect(readDraft('greet')).toHaveLength(15_000);
    expect(readSteps('greet', '', 'a')).toBeUndefined();
    dropSteps();
  });
});
