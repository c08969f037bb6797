// Isolation of scripts in the built app: code inside reaches nothing, and cannot block the page.
import type { Page } from 'playwright/test';
import { expect, testOnOnePage as test } from './support/test.ts';

/** Installs a script whose `tool.execute` has this body, calls it once, and returns the outcome. */
function run(page: Page, body: string, { timeout = 2, args = {} }: { timeout?: number; args?: object } = {}) {
  return page.evaluate(
    async ([source, given]) => {
      const installed = await window.perilune.tools.install(source);
      if (installed.error) return { error: installed.error };
      return window.perilune.tools.call(installed.tool.name, given);
    },
    [
      `tool = { name = "probe", timeout = ${timeout} }\nfunction tool.execute(params, context)\n${body}\nend`,
      args as Record<string, never>,
    ] as const,
  );
}

test.describe('the frame', () => {
  // The browser reports each connection blocked by the frame's policy.
  test.use({ expectedErrors: /Content Security Policy|settings blocked the loading/ });

  test('has an opaque origin, and neither storage nor network', async ({ app }) => {
    await run(app, 'return 1');
    const frame = app.frames().find((candidate) => candidate !== app.mainFrame());
    if (!frame) throw new Error('there is no sandbox frame');
    const seen = await frame.evaluate(async () => {
      const attempt = async (action: () => unknown): Promise<string> => {
        try {
          await action();
          return 'reached';
        } catch (error) {
          return error instanceof Error ? error.name : String(error);
        }
      };
      return {
        origin: self.origin,
        storage: await attempt(() => localStorage.length),
        database: await attempt(
          () =>
            new Promise((resolve, reject) => {
              const request = indexedDB.open('perilune');
              request.onsuccess = resolve;
              request.onerror = () => reject(request.error ?? new Error('refused'));
            }),
        ),
        parent: await attempt(() => parent.document.title),
        network: await attempt(() => fetch('https://example.com/')),
        own: await attempt(() => fetch('/index.html')),
      };
    });
    expect(seen.origin).toBe('null');
    expect(Object.values(seen)).not.toContain('reached');
  });
});

test('memory is capped, and the next call is clean', async ({ app }) => {
  const outcome = await run(app, 'local t = {} while true do t[#t + 1] = ("x"):rep(1000) .. #t end', {
    timeout: 10,
  });
  expect(outcome.error?.code).toBe('tool_error');
  expect(outcome.error?.message).toMatch(/memory/);
  expect((await run(app, 'return 7')).result).toBe(7);
});

test("a run's changes are gone in the next", async ({ app }) => {
  await run(app, 'stolen = 1; string.upper = nil; getmetatable("").__index = nil; return 1');
  expect((await run(app, 'return { stolen == nil, ("a"):upper() }')).result).toEqual([true, 'A']);
});

test('the ways out of plain Lua are closed', async ({ app }) => {
  const outcome = await run(
    app,
    `return { io == nil, debug == nil, dofile == nil, loadfile == nil, string.dump == nil,
       os.execute == nil, os.getenv == nil, os.exit == nil,
       select("#", load("\\27Lua")) == 2, pcall(setmetatable, {}, { __gc = print }) == false }`,
  );
  expect(outcome.result).toEqual(Array(10).fill(true));
});

test('a script reaches the library only through its context', async ({ app }) => {
  const outcome = await run(
    app,
    `local hits = context.search("document", { limit = 2, source = "guide" })
     local same = context.search{ query = "document", limit = 2, source = "guide" }
     local document = context.get(hits[1].id)
     local ok, message = pcall(context.get, "nobody")
     return { n = #hits, same = #same, title = document.title, passages = #document.chunks, ok = ok, message = tostring(message),
       sources = #context.sources() }`,
  );
  expect(outcome.result).toMatchObject({ n: 2, same: 2, ok: false, sources: 1 });
  const result = outcome.result as { title: string; passages: number; message: string };
  expect(result.title.length).toBeGreaterThan(0);
  expect(result.passages).toBeGreaterThan(0);
  expect(result.message).toContain('document not found: nobody');
});

test('many calls, parallel and consecutive, all return', async ({ app }) => {
  const outcomes = await app.evaluate(async () => {
    const { tools } = window.perilune;
    const together = await Promise.all(
      Array.from({ length: 30 }, (_, i) => tools.call('calculator', { expression: `${i} + 1` })),
    );
    const slow = await tools.install(
      'tool = {name="slow"}\nfunction tool.execute(p, context) sleep(0.05) return #context.search("guide") end',
    );
    const waiting = await Promise.all(
      Array.from({ length: 10 }, () => tools.call(slow.tool?.name ?? '', {})),
    );
    return { together, waiting };
  });
  expect(outcomes.together.every(({ error }) => error === undefined)).toBe(true);
  expect(outcomes.waiting.every(({ error }) => error === undefined)).toBe(true);
});
