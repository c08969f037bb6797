// Passages: exact slices in order, whole code, heading paths, and no limit on the input.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkBody, type Passage } from './chunk.ts';

const LONGEST = 1600;

function check(body: string, markdown: boolean): Passage[] {
  const passages = chunkBody(body, markdown);
  let at = 0;
  passages.forEach((passage, i) => {
    expect(passage.index).toBe(i);
    expect(passage.start).toBeGreaterThanOrEqual(at);
    expect(body.slice(at, passage.start).trim()).toBe('');
    expect(passage.text).toBe(body.slice(passage.start, passage.end));
    expect(passage.text.trim()).not.toBe('');
    expect(passage.text.length).toBeLessThanOrEqual(LONGEST);
    at = passage.end;
  });
  expect(body.slice(at).trim()).toBe('');
  return passages;
}

const words = fc.array(
  fc.constantFrom('perilune', 'is', 'the', 'orbit.', 'Moon!', '🌙', 'ünï', '**bold**', '`x`'),
  {
    minLength: 1,
    maxLength: 120,
  },
);
const line = words.map((list) => list.join(' '));
const block = fc.oneof(
  line,
  fc
    .tuple(fc.integer({ min: 1, max: 7 }), line)
    .map(([level, text]) => `${'#'.repeat(level)} ${text.slice(0, 60)}`),
  line.map((text) => `${text.slice(0, 30)}\n=====`),
  fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => lines.map((text) => `- ${text}`).join('\n')),
  fc.array(line, { minLength: 1, maxLength: 40 }).map((lines) => `\`\`\`lua\n${lines.join('\n\n')}\n\`\`\``),
  fc
    .array(line, { minLength: 1, maxLength: 12 })
    .map((lines) => lines.map((text) => `| ${text} | b |`).join('\n')),
  fc.constantFrom('', '   ', '\t', '---', '```', '~~~', '> quote', '#', '\u00a0', '-', '    indented'),
  fc.string({ maxLength: 3000 }),
  fc.integer({ min: 1, max: 5000 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 1, max: 3000 }).map((length) => '🌙'.repeat(length)),
);
const anyBody = fc
  .array(fc.tuple(block, fc.constantFrom('\n', '\n\n', '\n \n', '\n\n\n')), { maxLength: 20 })
  .map((blocks) => blocks.flat().join(''));

test('cuts any body into ordered slices with all its text, none blank, none too long', () => {
  fc.assert(
    fc.property(anyBody, fc.boolean(), (body, markdown) => {
      check(body, markdown);
    }),
    { numRuns: 400 },
  );
});

test('records the sections of a passage', () => {
  const long = 'The point nearest the moon is what this paragraph is about. '.repeat(6);
  const body = `# Orbits\n\n${long}\n\n## Moon ##\n\n${long}\n\n### Perilune\n\n${long}\n\n## Earth\n\n${long}`;
  expect(check(body, true).map(({ heading }) => heading)).toEqual([
    ['Orbits'],
    ['Orbits', 'Moon'],
    ['Orbits', 'Moon', 'Perilune'],
    ['Orbits', 'Earth'],
  ]);
});

test('keeps a heading with the text below it, never alone at the end of a passage', () => {
  const long = 'Words of a section that is long enough to stand alone. '.repeat(10);
  const passages = check(`${long}\n\n## Next\n\n${long}`, true);
  expect(passages).toHaveLength(2);
  expect(passages[1]!.text.startsWith('## Next\n')).toBe(true);
});

test('puts tiny sections into one passage, with their common heading', () => {
  const body = '# Flags\n\n## -a\n\nAll.\n\n## -b\n\nBoth.\n\n## -c\n\nCount.';
  expect(check(body, true).map(({ heading }) => heading)).toEqual([['Flags']]);
});

test('recognizes underlined headings, but not rules and list items', () => {
  const long = 'Text that is long enough to be a passage of its own, with some more words. '.repeat(4);
  const passages = check(`Title\n=====\n\n${long}\n\nPart\n----\n\n${long}\n\n- item\n---\n\n${long}`, true);
  expect(passages.map(({ heading }) => heading)).toEqual([['Title'], ['Title', 'Part']]);
});

test('keeps a code fence whole while it fits, and treats headings in it as code', () => {
  const before = 'An introduction to the code below. '.repeat(20);
  const code = `\`\`\`sh\n${'# not a heading\necho hello there\n\n'.repeat(35)}\`\`\``;
  expect(code.length).toBeGreaterThan(900);
  const passages = check(`${before}\n\n${code}\n\nAfter.`, true);
  expect(passages.some(({ text }) => text.includes(code))).toBe(true);
  expect(passages.every(({ heading }) => heading.length === 0)).toBe(true);
});

test('cuts an overlong fence between its lines', () => {
  const code = `\`\`\`\n${'local orbit = moon.perilune + 1\n'.repeat(200)}\`\`\``;
  for (const { text } of check(code, true)) expect(text).toMatch(/^(```|local)[^]*(\+ 1|```)$/);
});

test('cuts long prose between sentences, and never inside a character', () => {
  const passages = check('The moon is near. '.repeat(400).trim(), true);
  expect(passages.length).toBeGreaterThan(4);
  for (const { text } of passages) expect(text).toMatch(/\.$/);
  for (const { text } of check('🌙'.repeat(5000), true)) expect(() => encodeURIComponent(text)).not.toThrow();
});

test('finds only paragraphs in plain text', () => {
  const passages = check(`# not a heading\n\n${'Some text here. '.repeat(30)}`, false);
  expect(passages.every(({ heading }) => heading.length === 0)).toBe(true);
});

test('takes seconds at most for one line of 50 million characters, and for a million headings', () => {
  const started = performance.now();
  expect(chunkBody('a'.repeat(50_000_000), true).length).toBeGreaterThan(50_000);
  expect(chunkBody('# heading\n'.repeat(1_000_000), true).length).toBeGreaterThan(5_000);
  expect(chunkBody('###### h\n\nx\n\n'.repeat(300_000), true).length).toBeGreaterThan(1_000);
  expect(chunkBody(`${' '.repeat(5_000_000)}x`, true)).toHaveLength(1);
  expect(performance.now() - started).toBeLessThan(15_000);
});

test('makes no passage of a heading alone, however long the text after it', () => {
  const section = fc.tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 1, max: 60 }),
    fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4000 })),
  );
  fc.assert(
    fc.property(fc.array(section, { minLength: 2, maxLength: 8 }), (sections) => {
      const body = sections
        .map(([level, title, length]) => {
          const text = 'word '.repeat(length / 5).trim();
          return `${'#'.repeat(level)} ${'t'.repeat(title)}${text === '' ? '' : `\n\n${text}`}`;
        })
        .join('\n\n');
      const passages = check(body, true);
      if (!/^word/m.test(body)) return;
      for (const { text } of passages) expect(text).toMatch(/^(?!#).*\S/m);
    }),
    { numRuns: 400 },
  );
});

test("joins a title on its own page with the next page's text, and cites that page", () => {
  const body = '# Title\n\n# Part\n\nText of the second page.';
  expect(chunkBody(body, true, [0, body.indexOf('Text')])).toMatchObject([{ start: 0, page: 2 }]);
  expect(chunkBody('# Title', true, [0])).toMatchObject([{ page: 1 }]);
});
