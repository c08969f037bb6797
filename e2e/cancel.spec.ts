// A stop ends a run at once, whatever it is doing, and nothing of it comes afterwards.
import { expect, test } from './support/test.ts';
import { granted, REQUEST_REPORTS, useWebServers } from './support/http-tool.ts';

useWebServers();
// The browser reports the request that was broken off.
test.use({ expectedErrors: REQUEST_REPORTS });

test('a loop, a pattern, a sleep, a request and another tool are stopped within 100 ms (B31, B35)', async ({
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
  const stopped = await app.evaluate(
    async ([scripts, host]) => {
      const { tools } = window.perilune;
      const seen: Record<string, { code: string | undefined; milliseconds: number; next: unknown }> = {};
      for (const [name, body] of Object.entries(scripts)) {
        await tools.install(`tool = { name = "stopped_${name}" } function tool.execute() ${body} end`, {
          hosts: [host],
        });
        await tools.call('calculator', { expression: '1' });
        const stop = new AbortController();
        const call = tools.call(`stopped_${name}`, {}, { signal: stop.signal });
        await new Promise((resolve) => setTimeout(resolve, 400));
        const at = performance.now();
        stop.abort();
        const { error } = await call;
        const milliseconds = performance.now() - at;
        const next = await tools.call('calculator', { expression: '6 * 7' });
        seen[name] = { code: error?.code, milliseconds, next: next.error };
      }
      return seen;
    },
    [bodies, granted.host] as const,
  );
  for (const [name, { code, milliseconds, next }] of Object.entries(stopped)) {
    expect.soft(code, name).toBe('cancelled');
    expect.soft(milliseconds, name).toBeLessThan(100);
    expect.soft(next, name).toBeUndefined();
  }
});

test('a stopped request is broken off, and its tool is not asked again (B35)', async ({ app }) => {
  const before = granted.requests.length;
  await app.evaluate(async (host) => {
    const { tools } = window.perilune;
    await tools.install(
      `tool = { name = "retrying" } function tool.execute() return http.get("http://${host}/status?code=503", { retries = 5 }).status end`,
      { hosts: [host] },
    );
    const stop = new AbortController();
    const call = tools.call('retrying', {}, { signal: stop.signal });
    setTimeout(() => stop.abort(), 300);
    await call;
  }, granted.host);
  const asked = granted.requests.length;
  expect(asked).toBeGreaterThan(before);
  await app.waitForTimeout(2500);
  expect(granted.requests.length).toBe(asked);
});

test('a stop ends a run that waits for a person, and nothing is written (B35)', async ({ app }) => {
  const seen = await app.evaluate(async () => {
    const { tools } = window.perilune;
    await tools.install(
      'tool = { name = "writer" } function tool.execute() return fs.write("a.txt", "x") end',
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
  expect(seen.code).toBe('cancelled');
  expect(seen.took).toBeLessThan(100);
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
