// Sections without a heading.
import { expect, test } from 'vitest';
import { isLoose, sectionsOf } from './sections.ts';

const LONG = 'A kiln fires pieces of clay in its chambers. '.repeat(8);

function isLooseText(text: string): boolean {
  const stretch = {
    text,
    offset: 0,
    heading: [],
    passages: [],
    atStart: true,
    atEnd: true,
    isMarkdown: true,
  };
  return isLoose(sectionsOf(stretch)[0]!);
}

test('hold together if they have code', () => {
  expect(isLooseText(`${LONG}\n\n${LONG}`)).toBe(true);
  expect(isLooseText(`${LONG}\n\n${LONG}\n\n\`\`\`\nkiln fire\n\`\`\``)).toBe(false);
});
