// The language of a document: from its declaration, its script, or its words; if in doubt, English.
import { expect, it, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { declaredLanguage, languageOf } from './detect-language.ts';
import { extractHtml } from './extract/html.ts';
import { extractMarkdown } from './extract/markdown.ts';

const GERMAN =
  'Die Einstellungen werden im Menü gespeichert. Öffnen Sie dazu das Fenster und wählen Sie den Ordner.';
const of = (body: string, metadata: JsonObject = {}, title = ''): Promise<string | undefined> =>
  languageOf({ title, body, metadata });

test.each([
  ['de-AT', 'de'],
  ['deu', 'de'],
  ['pt_BR', 'pt'],
  ['German', 'de'],
  ['Deutsch', 'de'],
  ['français', 'fr'],
  [['nl', 'en'], 'nl'],
  ['python', undefined],
  ['lua', undefined],
  ['', undefined],
  [7, undefined],
  [undefined, undefined],
])('recognizes %j as %s', (name, code) => {
  expect(declaredLanguage(name)).toBe(code);
});

it("trusts a document's own declaration", async () => {
  expect(await of(GERMAN, { language: 'sv' })).toBe('sv');
  expect(await of(GERMAN, { lang: 'nl-BE' })).toBe('nl');
  expect(await of(GERMAN, { language: 'nonsense' })).toBe('de');
  const page = extractHtml(`<html lang="fi"><body><p>${GERMAN}</p></body></html>`);
  expect(await of(page.body, page.metadata)).toBe('fi');
  const note = extractMarkdown(`---\nlang: sv\n---\n\n${GERMAN}`);
  expect(await of(note.body, note.metadata)).toBe('sv');
});

it('treats no code as prose, and no code as a language', async () => {
  const code = '```js\nfor (const the of and) { to(with, this); that.you.are = from; }\n```\n'.repeat(20);
  expect(await of(`${code}\n${GERMAN}\n${code}`)).toBe('de');
  expect(await of(GERMAN, { format: 'code', language: 'java' })).toBe('en');
});

it('treats text as English that is short, mixed or in no language', async () => {
  for (const text of ['', 'Milch, Brot', '1 2 3', 'GET /users?limit=10', 'npm run build && npm test']) {
    expect(await of(text)).toBe('en');
  }
});

it('decides a long text by the majority, whatever the origin of its terms', async () => {
  const english =
    'The files are saved in the folder which the user has picked. This is the rest of the text. ';
  expect(await of(`${GERMAN} `.repeat(60) + english)).toBe('de');
  expect(await of(english.repeat(60) + GERMAN)).toBe('en');
  expect(
    await of('Die Datei “README” im Docker Container mit Kubernetes und JavaScript API testen, bitte.'),
  ).toBe('de');
});

it('takes little time for hostile text', async () => {
  const start = performance.now();
  for (const text of [
    'a'.repeat(1e6),
    '`'.repeat(1e5),
    '```\n'.repeat(5e4),
    '](x'.repeat(1e5),
    '<'.repeat(1e5),
    '(a_'.repeat(1e5),
  ])
    await of(text);
  expect(performance.now() - start).toBeLessThan(3000);
});
