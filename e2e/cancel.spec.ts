// Stopping a run ends it at once, whatever it is doing, and nothing happens afterwards.
import { quickest } from './support/machine.ts';
import { expect, test } from './support/test.ts';
import { granted, REQUEST_REPORTS, useWebServers } from './support/http-tool.ts';

useWebServers();
// The browser reports the aborted request.
test.use({ expectedErrors: REQUEST_REPORTS });

test('a loop, a pattern, a sleep, a request and a nested tool are stopped within 100 ms (B31, B35)', async ({
  app,
}) => {
  const bodies: Record<string, string> = {
    loop: 'while true do end',
    swallowing: 'while true do pcall(function() while true do end end) end',
    pattern: 'return (("a"):rep(40)):find(("a?"):rep(40) .. ("a"):rep(40))',
    sleep: 'sleep(1e9)',
    request: `local answer = http.get("http://${granted.host}/hang") log.info("late") return answer.status`,
    dripping: `return http.get("http://${granted.host}/drip").status`,
    nested: 'return tools.stopped_loop{}',
  };
  for (const [name, body] of Object.entries(bodies)) {
    const { stop } = await quickest(app, { stop: 100 }, async () => {
      const { code, milliseconds, next } = await app.evaluate(
        async ([tool, source, host]) => {
          const { tools } = window.perilune;
          await tools.install(source, { hosts: [host], replace: true });
          await tools.call('calculator', { expression: '1' });
          const stop = new AbortController();
          const call = tools.call(tool, {}, { signal: stop.signal });
          await new Promise((resolve) => setTimeout(resolve, 400));
          const at = performance.now();
          stop.abort();
          const { error } = await call;
          const took = performance.now() - at;
          const after = await tools.call('calculator', { expression: '6 * 7' });
          return { code: error?.code, milliseconds: took, next: after.error };
        },
        [
          `stopped_${name}`,
          `tool = { name = "stopped_${name}" } function tool.execute() ${body} end`,
          granted.host,
        ] as const,
      );
      expect.soft(code, name).toBe('cancelled');
      expect.soft(next, name).toBeUndefined();
      return { stop: milliseconds };
    });
    expect.soft(stop, name).toBeLessThan(100);
  }
});

test('a stopped request is aborted, and its tool is not called again (B35)', async ({ app }) => {
  const before = granted.requests.length;
  const ended = app.evaluate(async (host) => {
    const { tools } = window.perilune;
    await tools.install(
      `tool = { name = "retrying" } function tool.execute() return http.get("http://${host}/status?code=503", { retries = 5 }).status end`,
      { hosts: [host] },
    );
    const stop = new AbortController();
    addEventListener('stop-call', () => stop.abort(), { once: true });
    await tools.call('retrying', {}, { signal: stop.signal });
  }, granted.host);
  await expect.poll(() => granted.requests.length).toBeGreaterThan(before);
  await app.evaluate(() => dispatchEvent(new Event('stop-call')));
  await ended;
  const asked = granted.requests.length;
  await app.waitForTimeout(2500);
  expect(granted.requests.length).toBe(asked);
});

test('a stop ends a run that waits for approval, and nothing is written (B35)', async ({ app }) => {
  const waiting = () =>
    app.evaluate(async () => {
      const { tools } = window.perilune;
      await tools.install(
        'tool = { name = "writer" } function tool.execute() return fs.write("a.txt", "x") end',
        { replace: true },
      );
      const stop = new AbortController();
      const call = tools.call('writer', {}, { signal: stop.signal });
      while (!document.body.textContent?.includes('writer'))
        await new Promise((resolve) => setTimeout(resolve, 20));
      await new Promise((resolve) => setTimeout(resolve, 300));
      const stopped = performance.now();
      stop.abort();
      const { error } = await call;
      return { code: error?.code, took: performance.now() - stopped };
    });
  const { stop } = await quickest(app, { stop: 100 }, async () => {
    const { code, took } = await waiting();
    expect(code).toBe('cancelled');
    return { stop: took };
  });
  expect(stop).toBeLessThan(100);
  await expect(app.getByRole('button', { name: 'Allow once' })).toHaveCount(0);
  const read = await app.evaluate(async () => {
    const { tools } = window.perilune;
    await tools.install('tool = { name = "writer" } function tool.execute() return fs.read("a.txt") end', {
      replace: true,
    });
    return tools.call('writer', {});
  });
  expect(read.error?.code).toBe('not_found');
});
