// Show more: the passages under the same heading.
import { describe, expect, it } from 'vitest';
import { wholeSection } from './whole-section.ts';

const body = '# Book\n\nIntro.\n\n## Oil\n\nOne.\n\nTwo.\n\nThree.\n\n## Gas\n\nFour.';
function passage(index: number, text: string, heading: string[]) {
  const start = body.indexOf(text);
  return { document: 'd', index, text, heading, start, end: start + text.length };
}
const passages = [
  passage(0, '# Book\n\nIntro.', ['Book']),
  passage(1, '## Oil\n\nOne.', ['Book', 'Oil']),
  passage(2, 'Two.', ['Book', 'Oil']),
  passage(3, 'Three.', ['Book', 'Oil']),
  passage(4, '## Gas\n\nFour.', ['Book', 'Gas']),
];
const start = body.indexOf('Two.');
const section = { markdown: 'Two.', start, end: start + 4, complete: false };

describe('wholeSection', () => {
  it('contains everything under the heading, and nothing of the next', () => {
    const whole = wholeSection({ body, passages }, { section, heading: 'Book › Oil', start });
    expect(whole?.markdown).toBe('## Oil\n\nOne.\n\nTwo.\n\nThree.');
    expect(body.slice(whole?.start, whole?.end)).toBe(whole?.markdown);
  });

  it('leaves out the end of a short section that shares its first passage', () => {
    const text = '## Hold\n\nIt waits.\n\n## **Costs** and times\n\nDaily.\n\nTen pounds.';
    const at = text.indexOf('Ten');
    const shared = {
      document: 'd',
      index: 0,
      text,
      heading: ['Costs and times'],
      start: 0,
      end: text.length,
    };
    const whole = wholeSection(
      { body: text, passages: [shared] },
      {
        section: { markdown: 'Ten pounds.', start: at, end: text.length, complete: false },
        heading: 'Costs and times',
        start: at,
      },
    );
    expect(whole?.markdown).toBe(text.slice(text.indexOf('## **')));
  });

  it('is undefined when nothing is left, and without a heading', () => {
    const shown = { ...section, start: body.indexOf('## Oil'), end: body.indexOf('Three.') + 6 };
    expect(
      wholeSection({ body, passages }, { section: shown, heading: 'Book › Oil', start }),
    ).toBeUndefined();
    expect(wholeSection({ body, passages }, { section, heading: '', start })).toBeUndefined();
  });
});
