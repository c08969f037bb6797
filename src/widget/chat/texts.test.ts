// The assistant's texts: every language is complete and has the same placeholders.
import { expect, it } from 'vitest';
import { LANGUAGES } from '../texts.ts';
import { texts as search } from '../texts/en.ts';
import { chatTextsIn } from './texts.ts';
import { texts as english } from './texts/en.ts';

/** Returns every text with its path. */
function flat(texts: object, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]: [string, unknown]) =>
    typeof text === 'string' ? [[path + name, text]] : flat(text as object, `${path}${name}.`),
  );
}
const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

it.each(LANGUAGES)('is complete in %s', async (language) => {
  const own = new Map(flat(await chatTextsIn(language)));
  for (const [path, text] of flat(english)) {
    expect(own.get(path)?.trim(), path).toBeTruthy();
    expect(places(own.get(path) ?? ''), path).toEqual(places(text));
    if (language !== 'en' && text.includes(' ')) expect(own.get(path), path).not.toBe(text);
  }
  expect(own.size).toBe(flat(english).length);
});

it('shares no name with the search texts, since a page replaces texts by name', () => {
  expect(Object.keys(english).filter((name) => name in search)).toEqual([]);
});
