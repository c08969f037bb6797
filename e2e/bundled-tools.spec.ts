// The bundled tools that send requests, from a real page, with real preflights.
import { LOGIN, startCaseServer, type CaseServer } from '../tools/case-server.ts';
import { expect, test } from './support/test.ts';

let server: CaseServer;
test.beforeAll(async () => (server = await startCaseServer()));
test.afterAll(() => server.stop());

test('bundled tools work with services that allow web pages only the minimum', async ({ app }) => {
  const { origin, host } = server;
  const calls: [string, Record<string, string>, Record<string, unknown>][] = [
    [
      'create_jira_ticket',
      { url: `${origin}/jira`, email: 'me@example.com', api_token: '${JIRA}', project: 'ENG' },
      { title: 'Tea is cold', body: 'Since noon.', enrich: false },
    ],
    [
      'create_github_issue',
      { base_url: `${origin}/github`, token: '${GITHUB}', repo: 'ada/engine' },
      { title: 'It stops' },
    ],
    [
      'post_slack',
      { base_url: `${origin}/slack`, token: '${SLACK}' },
      { channel: 'C01', text: 'Tea & cake' },
    ],
    ['slack_notify', { webhook_url: '${HOOK}' }, { text: 'Tea is ready' }],
    [
      'send_webhook',
      { url: `${origin}/hook/signed`, secret: '${KEY}' },
      { payload: { tea: 'green' }, idempotency_key: 'a' },
    ],
    ['weather_check', { base_url: `${origin}/weather` }, { city: 'Paris' }],
  ];
  const secrets = {
    JIRA: LOGIN.jira.split(':')[1],
    GITHUB: LOGIN.github,
    SLACK: LOGIN.slack,
    HOOK: `${origin}/services/T01/B01/hook-secret-1`,
    KEY: LOGIN.webhook,
  };
  const outcomes = await app.evaluate(
    async ([calls, secrets, host]) => {
      const { tools, secrets: store } = window.perilune;
      for (const [name, value] of Object.entries(secrets)) await store.set(name, value ?? '');
      const bundled = (await (await fetch('bundled-tools.json')).json()) as {
        source: string;
        spec: { name: string };
      }[];
      const outcomes: Record<string, unknown> = {};
      for (const [name, config, args] of calls) {
        const source = bundled.find(({ spec }) => spec.name === name)?.source ?? '';
        await tools.install(source, { policy: 'allow', hosts: [host], config, replace: true });
        outcomes[name] = await tools.call(name, args);
      }
      return outcomes;
    },
    [calls, secrets, host] as const,
  );
  expect(outcomes).toMatchObject({
    create_jira_ticket: { result: { success: true, ticket_key: 'ENG-7' } },
    create_github_issue: { result: { success: true, number: 42 } },
    post_slack: { result: { success: true, ts: '1700000000.000100' } },
    slack_notify: { result: { success: true } },
    send_webhook: { result: { success: true, status: 202 } },
    weather_check: { result: { summary: 'Paris, Île-de-France, France: light rain, 5 °C' } },
  });
  expect(server.arrived.map(({ headers }) => headers.referer ?? headers.cookie)).toEqual(
    server.arrived.map(() => undefined),
  );
});
