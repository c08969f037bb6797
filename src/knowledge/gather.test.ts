// The context for a model: whole passages in their structure, joined, without duplicates, and never more than fits.
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ContextPassage } from '../core/context-passage.ts';
import type { DocumentInput } from '../core/document.ts';
import { tokensOf } from '../core/tokens.ts';
import type { Library } from './library.ts';
import { memoryLibrary } from './library.test-support.ts';

let library: Library;
const now = () => '2026-11-01T00:00:00Z';

beforeEach(async () => {
  library = memoryLibrary({ now });
  await library.load();
});

async function add(...documents: (DocumentInput & { title: string })[]): Promise<void> {
  const items = documents.map((document) => ({
    document: { content_type: 'text/markdown', source: 'files', source_id: document.title, ...document },
  }));
  const report = await library.add(items);
  expect(report.ids).toHaveLength(documents.length);
}

const size = (passages: readonly ContextPassage[]): number =>
  passages.reduce((sum, { text }) => sum + tokensOf(text), 0);

const ORDERS = Array.from(
  { length: 120 },
  (_, i) => `| ${4000 + i} | Customer number ${i} | ${i % 3 ? 'sent' : 'waiting for payment'} |`,
);
const PROSE = (topic: string, count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `Paragraph ${i} says of ${topic} that item ${topic}-${i} comes ${i} days later, as a rule.`,
  ).join('\n\n');

describe('the context for a model', () => {
  it('contains the whole section in Markdown, neighbours joined, with its position', async () => {
    const section = `## Returns\n\n${PROSE('returns', 15)}\n\n- by post\n- in a shop\n\n\`\`\`sh\nreturn --now\n\`\`\``;
    await add({
      title: 'Handbook',
      body: `# Handbook\n\n${PROSE('safety', 20)}\n\n${section}\n\n## Travel\n\n${PROSE('travel', 20)}`,
    });
    const [first] = await library.gather('How do returns work?', { tokens: 4_000 });
    expect(first!.text).toBe(section);
    expect(first).toMatchObject({
      title: 'Handbook',
      heading: 'Handbook › Returns',
      updated_at: '2026-11-01T00:00:00Z',
    });
    const { id } = (await library.list()).documents[0]!;
    const { body } = await library.open(id);
    expect(body.slice(first!.start, first!.end)).toBe(section);
  });

  it('repeats the header of a table before rows far below it', async () => {
    await add({
      title: 'Orders',
      body: `| Order | Customer | Status |\n|---|---|---|\n${ORDERS.join('\n')}`,
    });
    const passages = await library.gather('What is the status of order 4117?', { tokens: 900 });
    const row = passages.find(({ text }) => text.split('\n').includes(ORDERS[117]!));
    expect(row?.text.split('\n').slice(0, 2)).toEqual(['| Order | Customer | Status |', '|---|---|---|']);
    for (const { text } of passages) expect(text.split('|---|---|---|')).toHaveLength(2);
  });

  it('contains further passages of the answering document', async () => {
    const far = (n: number): string => `## Part ${n}\n\n${PROSE(`filler${n}`, 20)}`;
    await add({
      title: 'Contract',
      body: `${far(1)}\n\n## Notice\n\nThe notice period is three months.\n\n${far(2)}\n\n## Exceptions\n\nThe notice period is one week on probation.\n\n${far(3)}`,
    });
    const texts = (await library.gather('notice period', { tokens: 4_000 }))
      .map(({ text }) => text)
      .join('\n');
    expect(texts).toContain('three months');
    expect(texts).toContain('one week');
  });

  it('contains no duplicates, but texts that differ in a number', async () => {
    const text = (days: number): string =>
      `The warranty of the pump begins with its delivery and ends after ${days} days, unless the seller and the buyer agree upon another time in writing before the delivery, which they may do by letter or by fax.`;
    await add(
      { title: 'A', body: text(30) },
      { title: 'A, a copy', source_id: 'copy', body: `${text(30)}\n` },
      {
        title: 'A, a comma more',
        source_id: 'comma',
        body: text(30).replace('delivery and', 'delivery, and'),
      },
      { title: 'B', body: text(60) },
    );
    const passages = await library.gather('How long is the warranty of the pump?', { tokens: 4_000 });
    expect(passages.map(({ text }) => /\d+ days/.exec(text)?.[0]).sort()).toEqual(['30 days', '60 days']);
  });

  it('is cut after a line where not even the best passage fits', async () => {
    await add({ title: 'Long', body: `${'The engine has many parts, and each has a name.\n'.repeat(30)}` });
    const passages = await library.gather('engine parts', { tokens: 200 });
    expect(passages).toHaveLength(1);
    expect(size(passages)).toBeLessThanOrEqual(200);
    expect(passages[0]!.text.endsWith('a name.')).toBe(true);
  });

  it('resolves “and on Windows?” with the previous question', async () => {
    await add(
      {
        title: 'Install',
        body: `# Install\n\n## Linux\n\nInstall the package with apt.\n\n## Windows\n\nRun the installer setup.exe and restart.`,
      },
      {
        title: 'Fonts',
        body: 'On Windows and elsewhere fonts are smoothed. Windows draws them. Windows does it well.',
      },
    );
    const asked = { tokens: 4_000, before: 'How do I install the package?' };
    const texts = (await library.gather('and on Windows?', asked)).map(({ text }) => text);
    expect(texts.some((text) => text.includes('setup.exe'))).toBe(true);
  });
});

describe('the guide', () => {
  const GUIDE = {
    title: 'Tools',
    source: 'guide',
    body: 'A tool is a Lua file. The deposit of a contract is explained nowhere.',
  };
  const OWN = { title: 'Lease', body: 'The deposit of the contract is two rents.' };

  it('is included when there is nothing else', async () => {
    await add(GUIDE);
    expect(await library.gather('deposit of the contract', { tokens: 4_000 })).toHaveLength(1);
  });

  it("yields to the user's documents, unless the question is about Perilune or names the guide", async () => {
    await add(GUIDE, OWN);
    const sources = async (question: string, source?: string): Promise<string[]> => {
      const passages = await library.gather(question, { tokens: 4_000, ...(source && { source }) });
      return passages.map((one) => one.source);
    };
    expect(await sources('deposit of the contract')).toEqual(['files']);
    expect(await sources('deposit of the contract', 'guide')).toEqual(['guide']);
    expect(await sources('What is a tool in Perilune?')).toContain('guide');
  });
});

describe('any documents', () => {
  it('yield no more than the budget, without duplicates, unchanged', async () => {
    const block = fc.oneof(
      fc.constantFrom('## Alpha', '# Beta', '### Gamma'),
      fc.lorem({ maxCount: 40 }),
      fc
        .nat(30)
        .map((rows) => `| alpha | beta |\n|---|---|\n${'| alpha beta | 1 |\n'.repeat(rows + 1)}`.trim()),
      fc.constant('```\nalpha\n\nbeta\n```'),
      fc.constant('アルファは最初の文字です。'.repeat(20)),
    );
    const documents = fc.array(fc.array(block, { minLength: 1, maxLength: 30 }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(documents, fc.integer({ min: 0, max: 3_000 }), async (bodies, tokens) => {
        const library = memoryLibrary({ now });
        await library.load();
        const items = bodies.map((blocks, i) => ({
          document: {
            title: `d${i}`,
            source_id: `d${i}`,
            content_type: 'text/markdown',
            body: blocks.join('\n\n'),
          },
        }));
        await library.add(items);
        const passages = await library.gather('alpha beta アルファ', { tokens });
        expect(size(passages)).toBeLessThanOrEqual(tokens);
        const places = new Map<string, [number, number][]>();
        for (const { id, start, end } of passages) {
          const taken = places.get(id) ?? [];
          expect(taken.every(([from, to]) => end! <= from || start! >= to)).toBe(true);
          places.set(id, [...taken, [start!, end!]]);
        }
      }),
      { numRuns: 40 },
    );
  });
});
