// Translating a module in the build: texts are wrapped in calls, and nothing else changes.
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { findTexts } from './find-texts.ts';
import type { Node } from './syntax.ts';
import { withTexts } from './texts.ts';

const KNOWN = new Set(['Save', 'Save {0}', 'Save all']);
const made = (code: string): string =>
  withTexts(code, parseAst(code) as unknown as Node, KNOWN).replace(/^import .*\n/, '');

it('wraps texts, templates and markup that the catalogues contain', () => {
  expect(made('f("Save", "Unknown text")')).toBe('f($$t("Save"), "Unknown text")');
  expect(made('f(`Save ${name("Save")}`)')).toBe('f($$t`Save ${name($$t("Save"))}`)');
  expect(made('var root = $.from_html(`<b>Save</b>`, 1);')).toBe(
    'var root = $.from_html($$t(`<b>Save</b>`), 1);',
  );
  expect(made('$.from_html(`<b title="Save all"></b>`)')).toBe(
    '$.from_html($$t(`<b title="Save all"></b>`))',
  );
});

it.each([
  'import a from "Save"',
  'if (word === "Save") f()',
  'switch (word) { case "Save": f() }',
  'a["Save"] = { "Save": 1 }',
  '$.set_class(node, 1, "Save")',
  '$.set_attribute(node, "Save", value)',
  'list.includes("Save")',
  'throw new Failure("Save", why)',
  'tag`Save`',
])('leaves identifiers alone: %s', (code) => {
  expect(made(code)).toBe(code);
});

it('finds texts that their caller translates, without changing them', () => {
  const code = 'f(words`${one} Save`, words`Save`, tag`Save`)';
  const program = parseAst(code) as unknown as Node;
  expect(findTexts(program).flatMap(({ keys }) => keys)).toEqual(['{0} Save', 'Save']);
  expect(withTexts(code, program, KNOWN)).toBe(code);
});

it('finds counted texts without changing them', () => {
  const code = 'f(count(n, "passage"), count(n, "entry", "entries"))';
  const found = findTexts(parseAst(code) as unknown as Node);
  expect(found.flatMap(({ keys }) => keys)).toEqual(['{0} passages', '{0} entries']);
  expect(withTexts(code, parseAst(code) as unknown as Node, new Set(['{0} passages']))).toBe(code);
});
