// Persistent storage: when the browser is asked for it, and how a loss is told from a person's own deletion.
import { expect, test } from 'vitest';
import { Keeping, lossOf, MARK, type Held } from './keeping.ts';

function setUp(held: Partial<Held>, { granted = true, persisted = false } = {}) {
  const marks = new Map<string, string>();
  const now: Held = { documents: 0, tools: 0, conversations: 0, ...held };
  let asked = 0;
  let change: () => void = () => {};
  const keeping = new Keeping({
    marks: {
      getItem: (key) => marks.get(key) ?? null,
      setItem: (key, value) => void marks.set(key, value),
      removeItem: (key) => void marks.delete(key),
    },
    storage: {
      persist: () => {
        asked += 1;
        return Promise.resolve(granted);
      },
      persisted: () => Promise.resolve(persisted),
    },
    count: () => Promise.resolve(now),
    onChange: (listener) => (change = listener),
    wait: () => Promise.resolve(),
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { keeping, marks, now, asked: () => asked, change: () => (change(), settle()) };
}

test('asks the browser once, as soon as there is something to keep', async () => {
  const { keeping, now, asked, change } = setUp({ conversations: 1 }, { granted: false });
  await keeping.start();
  await change();
  expect(asked()).toBe(0);
  now.documents = 1;
  await change();
  now.tools = 1;
  await change();
  expect(asked()).toBe(1);
  // The button asks again.
  expect(await keeping.persist()).toBe(false);
  expect(asked()).toBe(2);
});

test('asks at a later visit only when something is added', async () => {
  const { keeping, marks, asked, change } = setUp({ documents: 5 });
  marks.set(MARK, '{"documents":5}');
  await keeping.start();
  expect(asked()).toBe(0);
  await change();
  expect(asked()).toBe(1);
});

test('reports a refusal once, to the first caller, without asking the browser twice', async () => {
  const { keeping, now, asked, change } = setUp({}, { granted: false });
  await keeping.start();
  expect(await keeping.refusal()).toBe(false);
  expect(asked()).toBe(0);
  now.documents = 1;
  const [told] = await Promise.all([keeping.refusal(), change()]);
  expect([told, asked()]).toEqual([true, 1]);
  expect(await keeping.refusal()).toBe(false);
  await change();
  expect(asked()).toBe(1);
});

test('reports nothing when the browser agrees', async () => {
  const { keeping, asked } = setUp({ documents: 1 });
  expect(await keeping.refusal()).toBe(false);
  expect(asked()).toBe(1);
});

test("doesn't ask a browser that has already agreed", async () => {
  const { keeping, asked } = setUp({ documents: 5 }, { persisted: true });
  await keeping.start();
  expect(asked()).toBe(0);
});

test('updates its mark with the contents, and deletes it when everything was removed', async () => {
  const { keeping, marks, now, change } = setUp({ documents: 2, tools: 1 });
  await keeping.start();
  expect(JSON.parse(marks.get(MARK) ?? '')).toEqual({ documents: 2, tools: 1, conversations: 0 });
  Object.assign(now, { documents: 0, tools: 0 });
  await change();
  expect(marks.has(MARK)).toBe(false);
});

test('reports a loss with what was lost, and nothing for an empty mark', () => {
  expect(lossOf('{"documents":1240,"tools":1,"conversations":3}')).toMatch(
    /^The browser deleted your data: 1,240 documents, 1 tool and 3 chats\./,
  );
  expect(lossOf('{"documents":0,"tools":2}')).toMatch(/your data: 2 tools\./);
  for (const mark of ['{}', '', 'null', '{"documents":"9"}']) expect(lossOf(mark)).toBeUndefined();
});
