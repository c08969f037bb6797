// Files attached to a chat: found only where the chat names them.
import { beforeEach, describe, expect, it } from 'vitest';
import { ATTACHED_SOURCE, type SearchOptions } from '../core/document.ts';
import type { Library } from './library.ts';
import { memoryLibrary } from './library.test-support.ts';

let library: Library;
let mine = '';
let other = '';

beforeEach(async () => {
  library = memoryLibrary();
  await library.load();
  const lease = (who: string, months: number): string =>
    `# Lease of ${who}\n\nThe notice period is ${months} months. The deposit is ${months} rents.`;
  const { ids: added } = await library.add(
    [
      { source: 'files', body: lease('the library', 1) },
      { source: ATTACHED_SOURCE, body: lease('this chat', 2) },
      { source: ATTACHED_SOURCE, body: lease('another chat', 3) },
    ].map((document, i) => ({
      document: { ...document, title: `Lease ${i}`, source_id: `${i}.md`, content_type: 'text/markdown' },
    })),
  );
  [, mine, other] = added as [string, string, string];
});

const found = async (options: SearchOptions): Promise<string[]> =>
  (await library.search('notice period', { mode: 'keyword', ...options })).map(({ title }) => title!).sort();

describe('attached files', () => {
  it("are not found by a search that doesn't name them", async () => {
    expect(await found({})).toEqual(['Lease 0']);
    expect(await found({ sources: ['files'] })).toEqual(['Lease 0']);
    const { answer } = await library.answer('What is the notice period?', {});
    expect(answer?.text).toContain('1 months');
    const gathered = await library.gather('notice period', { tokens: 4_000 });
    expect(gathered.map(({ title }) => title)).toEqual(['Lease 0']);
  });

  it('are searched for their chat, beside the library and whatever its sources', async () => {
    expect(await found({ attached: [mine] })).toEqual(['Lease 0', 'Lease 1']);
    expect(await found({ attached: [mine], sources: ['files'] })).toEqual(['Lease 0', 'Lease 1']);
    const gathered = await library.gather('notice period', { tokens: 4_000, attached: [mine] });
    expect(gathered.map(({ title }) => title).sort()).toEqual(['Lease 0', 'Lease 1']);
    const { answer } = await library.answer('What is the notice period in the lease of this chat?', {
      attached: [mine],
    });
    expect(answer?.document.id).toBe(mine);
  });

  it('answer a question that refers to them', async () => {
    const { answer } = await library.answer('What is the notice period?', { documents: [other] });
    expect(answer?.text).toContain('3 months');
  });

  it('are found when their source is named', async () => {
    expect(await found({ source: ATTACHED_SOURCE })).toEqual(['Lease 1', 'Lease 2']);
    const typed = await library.search(`notice source:${ATTACHED_SOURCE}`, { mode: 'keyword' });
    expect(typed).toHaveLength(2);
  });
});
