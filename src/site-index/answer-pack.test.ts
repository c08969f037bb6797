// Answers from a site index: blocks with their structure and position on the page, and missing answers.
import { describe, expect, it } from 'vitest';
import type { IndexedChunk } from '../search/segment-types.ts';
import { packOf } from './memory-pack.test-support.ts';
import { openPack } from './open-pack.ts';

const FILLER = Array.from(
  { length: 12 },
  (_, i) => `Paragraph ${i} says how maps are folded. ${'It goes on. '.repeat(40)}`,
);

const PAGES: Record<string, { title: string; passages: [heading: string[], text: string][] }> = {
  install: {
    title: 'Installation',
    passages: [
      [[], 'Tarn runs on Linux, macOS and Windows.'],
      [['Linux'], '## Linux\n\nInstall it with the package manager:\n\n```sh\nsudo apt install tarn\n```'],
      [['Windows'], '## Windows\n\nRun the installer:\n\n```powershell\nwinget install tarn\n```'],
    ],
  },
  limits: {
    title: 'Limits',
    passages: [
      ...FILLER.map((text): [string[], string] => [['Folding'], text]),
      [
        ['Plans'],
        '## Plans\n\n| Plan | Storage | Price |\n| --- | --- | --- |\n| Free | 1 GB | 0 EUR |\n| Team | 100 GB | 12 EUR |',
      ],
    ],
  },
};

function chunks(): IndexedChunk[] {
  return Object.entries(PAGES).flatMap(([document, { title, passages }]) =>
    passages.map(([heading, text], index) => ({ document, index, title, heading, text })),
  );
}

describe('an answer from a site index', () => {
  it('is the code block of the section that the question names', async () => {
    const { kind, answer } = await (
      await openPack(packOf(chunks()).source)
    ).answer('How do I install Tarn on Windows?');
    expect(kind).toBe('code');
    expect(answer?.markdown).toContain('```powershell\nwinget install tarn\n```');
    expect(answer?.document).toMatchObject({ id: '/install.html', title: 'Installation' });
  });

  it('is the row with its head, at its position on a page of several files', async () => {
    const pack = await openPack(packOf(chunks()).source);
    const { kind, answer } = await pack.answer('How much storage has the Team plan?');
    expect(kind).toBe('table');
    expect(answer?.text).toBe('Plan | Storage | Price\nTeam | 100 GB | 12 EUR');
    const { hits } = await pack.search('storage plan');
    const { body } = await pack.page(hits[0]!.page);
    expect(body.slice(answer!.start, answer!.end)).toBe('| Team | 100 GB | 12 EUR |');
    expect(body.slice(answer!.section.start, answer!.section.end)).toBe(answer!.section.markdown);
  });

  it('completes a question from the previous one', async () => {
    const pack = await openPack(packOf(chunks()).source);
    const { answer } = await pack.answer('And on Linux?', {
      previous: ['How do I install Tarn on Windows?'],
    });
    expect(answer?.text).toContain('sudo apt install tarn');
  });

  it.each(['What is the capital of France?', 'hello', 'xyzzyplugh', '🦊', 'q', ''])(
    'finds no answer to “%s”',
    async (question) => {
      const { kind, answer } = await (await openPack(packOf(chunks()).source)).answer(question);
      expect({ kind, answer }).toEqual({ kind: 'none', answer: null });
    },
  );
});
