// Searching while typing: the last query wins, however long its answer takes.
import { expect, it } from 'vitest';
import { LatestSearch } from './latest-search.ts';

function searches() {
  const asked: { question: string; answer(text: string): void; fail(): void }[] = [];
  const shown: string[] = [];
  const latest = new LatestSearch<string, string>(
    (question) =>
      new Promise((resolve, reject) =>
        asked.push({ question, answer: resolve, fail: () => reject(new Error(question)) }),
      ),
    {
      found: (answer, question, isLast) => shown.push(`${question}: ${answer}${isLast ? '' : ' …'}`),
      failed: (_, question) => shown.push(`${question} failed`),
    },
  );
  return { asked, shown, latest };
}
const turn = () => new Promise((resolve) => setTimeout(resolve));

it('runs one at a time, and skips queries overtaken while waiting', async () => {
  const { asked, shown, latest } = searches();
  for (const question of ['l', 'la', 'lam', 'lamp']) latest.ask(question);
  expect(asked.map(({ question }) => question)).toEqual(['l']);
  asked[0]?.answer('many');
  await turn();
  expect(asked.map(({ question }) => question)).toEqual(['l', 'lamp']);
  asked[1]?.answer('one');
  await turn();
  expect(shown).toEqual(['l: many …', 'lamp: one']);
});

it('shows no result of a query made before `forget`', async () => {
  const { asked, shown, latest } = searches();
  latest.ask('lamp');
  latest.forget();
  asked[0]?.answer('late');
  await turn();
  latest.ask('lens');
  asked[1]?.answer('in time');
  await turn();
  expect(shown).toEqual(['lens: in time']);
});

it('reports a failure only for the last query, and continues after it', async () => {
  const { asked, shown, latest } = searches();
  latest.ask('a');
  latest.ask('ab');
  asked[0]?.fail();
  await turn();
  expect(shown).toEqual([]);
  asked[1]?.fail();
  await turn();
  latest.ask('abc');
  asked[2]?.answer('found');
  await turn();
  expect(shown).toEqual(['ab failed', 'abc: found']);
});
