// A site's chat without a model: what it quotes from the pages, what it refuses, and how it replies to a greeting.
import { describe, expect, it } from 'vitest';
import { packOf } from '../../site-index/memory-pack.test-support.ts';
import { all, open as openChat, passage, textOf } from './chat.test-support.ts';

/** With prices in a table, and a section that is too long to be shown in full. */
const PLANS = packOf(
  [
    passage('garden', 'Garden', [], 'Water the tomatoes in the evening.', 0),
    passage('plans', 'Plans', [], 'Plans are paid once a year.', 0),
    passage(
      'plans',
      'Plans',
      ['Prices'],
      '## Prices\n\n| Plan | Price |\n| --- | --- |\n| Team | 12 EUR |\n| School | 3 EUR |',
      1,
    ),
    passage('plans', 'Plans', ['Renewal'], `## Renewal\n\nTo renew a plan, open the billing page.`, 2),
    ...Array.from({ length: 40 }, (_, at) =>
      passage(
        'plans',
        'Plans',
        ['Renewal'],
        `Step ${at + 1} of the renewal needs patience. ${'It takes a while. '.repeat(6)}`,
        at + 3,
      ),
    ),
  ],
  { filtersOf: (page) => ({ area: [page === 'plans' ? 'prices' : 'house'] }) },
);

const open = (place: Parameters<typeof openChat>[0] = {}) => openChat(place, {}, PLANS);

describe('a chat without a model', () => {
  it('quotes the block that answers, then names other pages', async () => {
    const chat = await open();
    expect(chat.model).toEqual({ kind: 'none' });
    const events = await all(chat.ask('What is the price of the Team plan?'));
    expect(events.map(({ type }) => type).slice(0, 3)).toEqual(['start', 'answer', 'passages']);
    expect(events[1]).toMatchObject({
      found: {
        kind: 'table',
        answer: {
          text: 'Plan | Price\nTeam | 12 EUR',
          markdown: '| Plan | Price |\n| --- | --- |\n| Team | 12 EUR |',
          document: { id: '/plans.html', title: 'Plans' },
          url: '/plans.html#s1',
        },
      },
    });
  });

  it('completes a question from the previous one', async () => {
    const chat = await open();
    await all(chat.ask('What is the price of the Team plan?'));
    const events = await all(chat.ask('and of the School plan?'));
    expect(events[1]).toMatchObject({ found: { answer: { text: 'Plan | Price\nSchool | 3 EUR' } } });
  });

  it('answers only from pages that match the filters', async () => {
    const filters: { area: string[] } = { area: [] };
    const chat = await open({ filters });
    const answered = async (): Promise<unknown> => {
      chat.clear();
      const [, event] = await all(chat.ask('What is the price of the Team plan?'));
      return event?.type === 'answer' ? event.found.answer?.document.id : event;
    };
    expect(await answered()).toBe('/plans.html');
    filters.area = ['house'];
    expect(await answered()).toBeUndefined();
    filters.area = ['house', 'prices'];
    expect(await answered()).toBe('/plans.html');
  });

  it('returns the whole section of an answer, from the quoted page', async () => {
    const chat = await open();
    const question = 'How do I renew a plan?';
    const [, event] = await all(chat.ask(question));
    const answer = event?.type === 'answer' ? event.found.answer : null;
    expect(answer?.section.complete).toBe(false);
    const whole = await chat.section(question, answer!);
    expect(whole?.markdown).toMatch(/^## Renewal\n/);
    expect(whole?.markdown).toContain('Step 40 of the renewal');
    expect(whole!.markdown.slice(answer!.start - whole!.start, answer!.end - whole!.start)).toBe(
      answer!.section.markdown.slice(
        answer!.start - answer!.section.start,
        answer!.end - answer!.section.start,
      ),
    );
  });

  it("greets with the configured text and the page's questions", async () => {
    const greetings = { hello: 'Guten Tag.', thanks: 'Gern.', help: 'Fragen Sie.' };
    const chat = await open({ greetings, questions: ['Was kostet es?'] });
    expect(await all(chat.ask('hello'))).toMatchObject([
      { type: 'start', mode: 'search' },
      { type: 'text', delta: 'Guten Tag.' },
      { type: 'suggestions', questions: ['Was kostet es?'] },
      { type: 'end', reason: 'answered' },
    ]);
    expect(textOf(await all(chat.ask('Was kannst du?')))).toBe('Fragen Sie.');
  });

  it('says that nothing on the site answers, with a code for other languages', async () => {
    const chat = await open();
    const events = await all(chat.ask('xylophone'));
    expect(events).toMatchObject([
      { type: 'start', mode: 'search' },
      { type: 'answer', found: { kind: 'none', answer: null, near: { missing: ['xylophone'] } } },
      {
        type: 'notice',
        code: 'nothing_found',
        text: 'Nothing on this site answers this. Try different words.',
      },
      { type: 'end', reason: 'answered' },
    ]);
  });

  it('names the language of the pages for a question in another one', async () => {
    const chat = await open();
    const [, event] = await all(chat.ask('Wer ist der Besitzer und wie viele Katzen gibt es?'));
    expect(event).toMatchObject({ type: 'answer', found: { answer: null, near: { languages: ['en'] } } });
  });
});
