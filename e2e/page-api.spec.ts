// window.perilune, the page API: every documented call, by its documented name.
import { expect, testOnOnePage as test } from './support/test.ts';

test.describe('tools', () => {
  test('lists the bundled tools and the built-ins with their schemas', async ({ app }) => {
    const tools = await app.evaluate(() => window.perilune.tools.list());
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['echo', 'calculator', 'text_analysis', 'json_formatter', 'find_in_docs']),
    );
    expect(names).toEqual(expect.arrayContaining(['search', 'get', 'sources']));
    const echo = tools.find(({ name }) => name === 'echo');
    expect(echo?.builtin).toBe(false);
    expect(echo?.parameters.type).toBe('object');
    expect(tools.find(({ name }) => name === 'search')?.builtin).toBe(true);
  });

  test('calls a tool and returns its result', async ({ app }) => {
    const outcome = await app.evaluate(() =>
      window.perilune.tools.call('calculator', { expression: '2 + 3 * (4 - 1)' }),
    );
    expect(outcome.error).toBeUndefined();
    expect(JSON.stringify(outcome.result)).toContain('11');
  });

  test('returns every failure as data, with its code', async ({ app }) => {
    const codes = await app.evaluate(async () => {
      const { tools } = window.perilune;
      await tools.install('tool = {name="boom"}\nfunction tool.execute() error("no luck") end');
      await tools.install('tool = {name="never", timeout=1}\nfunction tool.execute() while true do end end');
      await tools.install('tool = {name="barred"}\nfunction tool.execute() return 1 end', { policy: 'deny' });
      await tools.install('tool = {name="off"}\nfunction tool.execute() return 1 end', { enable: false });
      await tools.install('tool = {name="large"}\nfunction tool.execute() return ("x"):rep(2^21) end');
      const aborted = new AbortController();
      setTimeout(() => aborted.abort(), 50);
      return {
        missing: await tools.call('nobody', {}),
        schema: await tools.call('echo', {}),
        boom: await tools.call('boom', {}),
        never: await tools.call('never', {}),
        barred: await tools.call('barred', {}),
        off: await tools.call('off', {}),
        large: await tools.call('large', {}),
        aborted: await tools.call('never', {}, { signal: aborted.signal }),
      };
    });
    expect(codes.missing.error).toEqual({
      code: 'not_found',
      message: 'no tool registered with name: nobody',
    });
    expect(codes.schema.error?.code).toBe('bad_request');
    expect(codes.schema.error?.message).toMatch(/^missing required parameter: /);
    expect(codes.boom.error).toEqual({ code: 'tool_error', message: 'boom:2: no luck' });
    expect(codes.never.error).toEqual({ code: 'timeout', message: "tool 'never' timed out after 1 seconds" });
    expect(codes.barred.error?.code).toBe('denied');
    expect(codes.off.error?.code).toBe('disabled');
    expect(codes.large.error?.code).toBe('tool_error');
    expect(codes.aborted.error?.code).toBe('cancelled');
  });

  test('refuses an invalid script with a message, and stores nothing of it', async ({ app }) => {
    const refused = await app.evaluate(async () => ({
      syntax: await window.perilune.tools.install('tool = {name="bad"\nfunction tool.execute( end'),
      type: await window.perilune.tools.install(
        'tool = {name="bad", parameters={{name="size", type="quantity"}}}\nfunction tool.execute() end',
      ),
      empty: await window.perilune.tools.install(''),
      names: (await window.perilune.tools.list()).map(({ name }) => name),
    }));
    expect(refused.syntax.error?.code).toBe('bad_request');
    expect(refused.syntax.error?.message).toMatch(/:2:/);
    expect(refused.type.error?.message).toContain("'size'");
    expect(refused.type.error?.message).toContain("'quantity'");
    expect(refused.empty.error?.code).toBe('bad_request');
    expect(refused.names).not.toContain('bad');
  });

  test('keeps an installed tool over a reload and forgets a removed one', async ({ app }) => {
    await app.evaluate(async () => {
      await window.perilune.tools.install(
        'tool = {name="kept"}\nfunction tool.execute() return "still here" end',
      );
      await window.perilune.tools.remove('text_analysis');
    });
    await app.reload();
    const after = await app.evaluate(async () => {
      await window.perilune.ready;
      return {
        kept: await window.perilune.tools.call('kept', {}),
        names: (await window.perilune.tools.list()).map(({ name }) => name),
      };
    });
    expect(after.kept.result).toBe('still here');
    expect(after.names).not.toContain('text_analysis');
  });
});

test.describe('knowledge', () => {
  test('adds, finds, reads and removes documents', async ({ app }) => {
    const seen = await app.evaluate(async () => {
      const { knowledge } = window.perilune;
      const progress: unknown[] = [];
      const added = await knowledge.add(
        [
          { title: 'Tides', body: '# Tides\n\nThe perigean spring tide is the highest tide.', source: 'sea' },
          { title: 'Boats', body: 'A dinghy is a small boat.', source: 'sea', updated_at: '2020-01-01' },
          {
            title: 'Tides again',
            body: '# Tides\n\nThe perigean spring tide is the highest tide.',
            source: 'sea',
          },
        ],
        { onProgress: (step: unknown) => progress.push(step) },
      );
      const { results } = await knowledge.search('highest tide', { source: 'sea', explain: true });
      const recent = await knowledge.search('dinghy', { since: '2021-01-01' });
      const first = results[0];
      if (!first) throw new Error('nothing found');
      const document = await knowledge.get(first.id);
      const sources = await knowledge.sources();
      await knowledge.remove(first.id);
      const gone = await knowledge.search('perigean', { source: 'sea' });
      const missing = await knowledge.get(first.id).then(
        () => 'found',
        (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
      );
      return { added, progress: progress.length, first, recent, document, sources, gone, missing };
    });
    expect(seen.added.documents).toBe(2);
    expect(seen.added.chunks).toBeGreaterThanOrEqual(2);
    expect(seen.added.skipped).toHaveLength(1);
    expect(seen.added.skipped[0]?.name).toBe('Tides again');
    expect(seen.progress).toBeGreaterThan(0);
    expect(seen.first).toMatchObject({ title: 'Tides', source: 'sea', score: 1, chunk: 0 });
    expect(seen.first.explain).toBeDefined();
    expect(seen.recent.results).toEqual([]);
    expect(seen.document.body).toContain('perigean');
    expect(seen.document.chunks.length).toBeGreaterThan(0);
    expect(seen.sources.find(({ name }) => name === 'sea')).toMatchObject({ documents: 2 });
    expect(seen.gone.results).toEqual([]);
    expect(seen.missing).toMatch(/^not_found: document not found: /);
  });

  test('accepts files, names invalid ones, and continues with the rest', async ({ app }) => {
    const report = await app.evaluate(() =>
      window.perilune.knowledge.add([
        new File(['# Good\n\nA good page about lighthouses.'], 'good.md'),
        new File([], 'nothing.md'),
        new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])], 'picture.md'),
        new File(
          ['<!doctype html><title>Page</title><nav>menu</nav><main><p>Beacons of fire.</p></main>'],
          'page.html',
        ),
      ]),
    );
    expect(report.documents).toBe(2);
    expect(report.skipped.map(({ name }) => name).sort()).toEqual(['nothing.md', 'picture.md']);
    for (const { reason } of report.skipped) expect(reason.length).toBeGreaterThan(10);
    const found = await app.evaluate(() => window.perilune.knowledge.search('menu beacons'));
    expect(found.results[0]?.title).toBe('Page');
    expect(found.results[0]?.snippet).not.toContain('menu');
  });

  test('answers hybrid searches by keyword without a model, and refuses an unknown mode', async ({ app }) => {
    const seen = await app.evaluate(async () => ({
      hybrid: await window.perilune.knowledge.search('document', { mode: 'hybrid' }),
      keyword: await window.perilune.knowledge.search('document', { mode: 'keyword' }),
      unknown: await window.perilune.knowledge
        .search('document', { mode: 'magic' as 'keyword' })
        .catch((error: Error) => error.message),
    }));
    expect(seen.hybrid.results.length).toBeGreaterThan(0);
    expect(seen.hybrid).toEqual(seen.keyword);
    expect(seen.unknown).toBe('Unknown search mode: magic. Use keyword, semantic, or hybrid.');
  });
});

test('agent.send streams events that end exactly once', async ({ app }) => {
  const events = await app.evaluate(async () => {
    const seen: { type: string }[] = [];
    for await (const event of window.perilune.agent.send('How do I add my own documents?')) seen.push(event);
    return seen;
  });
  const types = events.map(({ type }) => type);
  expect(types[0]).toBe('start');
  expect(types).toContain('answer');
  expect(types.filter((type) => type === 'end')).toHaveLength(1);
  expect(types.at(-1)).toBe('end');
});

test('window.perilune cannot be replaced', async ({ app }) => {
  const version = await app.evaluate(() => {
    try {
      (window as unknown as { perilune: unknown }).perilune = 'mine';
    } catch {
      // strict mode throws; sloppy mode ignores it; both leave the API in place
    }
    return window.perilune.version;
  });
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
});
