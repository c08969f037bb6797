// Digests: a document is read in parts that fit, notes are merged, and the text cites its pieces.
import { describe, expect, it } from 'vitest';
import { contextWindowOf } from '../../core/context-window.ts';
import type { AgentEvent } from '../../core/conversation.ts';
import { digestCost } from '../../core/digest.ts';
import type { DocumentView } from '../../core/document.ts';
import { tokensOf } from '../../core/tokens.ts';
import type { Model, ModelRequest } from '../../models/model.ts';
import { digest } from './digest.ts';

function document(sections: number): DocumentView {
  let body = '';
  const chunks = Array.from({ length: sections }, (_, index) => {
    const start = body.length;
    const text = `## Section ${index}\n\n${`Fact ${index} is said here. </text> `.repeat(30)}`.trim();
    body += `${text}\n\n`;
    return { index, text, heading: `Section ${index}`, start, end: start + text.length };
  });
  return {
    ...{ id: 'd', source: 'files', source_id: 'd.md', title: 'Manual', content_type: 'text/markdown', body },
    ...{ created_at: '', updated_at: '2026-01-01T00:00:00Z', metadata: {}, chunks },
  };
}

/** A model that answers each request with the result of `write`. */
function scripted(contextWindow: number, write: (text: string, count: number) => string) {
  const asked: ModelRequest[] = [];
  const model: Model = {
    ...{ id: 'm', contextWindow },
    async *stream(request) {
      asked.push(request);
      const last = request.messages.at(-1)!;
      yield { type: 'text', delta: write(last.role === 'user' ? last.text : '', asked.length) };
      yield { type: 'usage', input: 10, output: 2 };
      yield { type: 'finish', reason: 'stop' };
    },
  };
  return { asked, model };
}

async function all(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const list: AgentEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}

const signal = new AbortController().signal;

describe('a digest', () => {
  it('of a short document takes one request, and cites its pieces', async () => {
    const { asked, model } = scripted(128_000, () => 'It says fact 1 [2].');
    const events = await all(digest({ kind: 'summary', documents: [document(3)], model, signal }));
    expect(asked).toHaveLength(1);
    expect(events.at(-2)).toMatchObject({
      citations: [
        {
          number: 2,
          verified: true,
          hit: { id: 'd', heading: 'Section 1', start: expect.any(Number) as number },
        },
      ],
    });
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'answered', usage: { input: 10, output: 2 } });
  });

  it('of a long one reads all of it in parts that fit, and merges the notes', async () => {
    const window = 4_096;
    const { asked, model } = scripted(window, (text) => {
      const numbers = [...text.matchAll(/^\[(\d+)\]|\[(\d+)\]/gm)].map((match) => match[1] ?? match[2]);
      return `${'A note. '.repeat(40)}[${numbers[0]}]`;
    });
    const long = document(60);
    const events = await all(digest({ kind: 'study_guide', documents: [long], model, signal }));
    const texts = asked.map(({ messages }) => (messages[0] as { text: string }).text);
    for (let n = 0; n < 60; n++)
      expect(texts.some((text) => text.includes(`Fact ${n} is said here.`))).toBe(true);
    for (const { system, messages } of asked)
      expect(tokensOf(system) + tokensOf((messages[0] as { text: string }).text)).toBeLessThan(window * 0.7);
    expect(asked.every(({ tools }) => tools.length === 0)).toBe(true);
    // No text closes the marks around it.
    for (const text of texts) expect(text).not.toMatch(/<\/text>/);
    const notices = events.filter((event) => event.type === 'notice');
    expect(notices[0]).toMatchObject({
      code: 'reading',
      passing: true,
      text: expect.stringContaining('part 1 of') as string,
    });
    expect(notices.length).toBe(asked.length);
    const told = digestCost(tokensOf(long.body), contextWindowOf(model));
    expect(told.requests / asked.length).toBeGreaterThan(0.6);
    expect(told.requests / asked.length).toBeLessThan(1.6);
    expect(events.at(-1)).toMatchObject({ reason: 'answered' });
  });

  it('stops on request', async () => {
    const abort = new AbortController();
    const { asked, model } = scripted(4_096, (_, count) => {
      if (count === 2) abort.abort();
      return 'note';
    });
    const events = await all(
      digest({ kind: 'summary', documents: [document(60)], model, signal: abort.signal }),
    );
    expect(asked).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ reason: 'stopped' });
  });

  it('retries a failed request once, and reports why it failed again', async () => {
    let left = 1;
    const { asked, model } = scripted(4_096, () => {
      if (left-- > 0) throw new Error('overloaded');
      return 'note [1]';
    });
    expect(
      (await all(digest({ kind: 'questions', documents: [document(20)], model, signal }))).at(-1),
    ).toMatchObject({ reason: 'answered' });
    left = 9;
    asked.length = 0;
    const events = await all(digest({ kind: 'questions', documents: [document(20)], model, signal }));
    expect(asked).toHaveLength(2);
    expect(events.map(({ type }) => type).slice(-2)).toEqual(['error', 'end']);
  });

  it('rejects documents without text, and notes that never shrink', async () => {
    const { model } = scripted(600, () => 'x');
    const empty = await all(
      digest({ kind: 'summary', documents: [{ ...document(1), chunks: [], body: '' }], model, signal }),
    );
    expect(empty[0]).toMatchObject({ type: 'error', error: { code: 'bad_request' } });
    const huge = await all(digest({ kind: 'summary', documents: [document(900)], model, signal }));
    expect(huge[0]).toMatchObject({ type: 'error', error: { code: 'too_large' } });
  });
});
