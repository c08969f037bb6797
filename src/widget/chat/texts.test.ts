// The assistant's words: every language says all of it, with the same places in each sentence.
import { expect, it } from 'vitest';
import { LANGUAGES } from '../texts.ts';
import { texts as search } from '../texts/en.ts';
import { chatTextsIn } from './texts.ts';
import { texts as english } from './texts/en.ts';

/** Every text with the path that leads to it. */
function flat(texts: object, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]: [string, unknown]) =>
    typeof text === 'string' ? [[path + name, text]] : flat(text as object, `${path}${name}.`),
  );
}
const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

it.each(LANGUAGES)('says in %s all that it says in English', async (language) => {
  const own = new Map(flat(await chatTextsIn(language)));
  for (const [path, text] of flat(english)) {
    expect(own.get(path)?.trim(), path).toBeTruthy();
    expect(places(own.get(path) ?? ''), path).toEqual(places(text));
    if (language !== 'en' && text.includes(' ')) expect(own.get(path), path).not.toBe(text);
  }
  expect(own.size).toBe(flat(english).length);
});

it('calls nothing by a name that the search has for something else: a page replaces words by name', () => {
  expect(Object.keys(english).filter((name) => name in search)).toEqual([]);
});
