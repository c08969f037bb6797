// A dry run of a model's script with everything that could send: each attempt is recorded as what would have been
// sent, and the real servers receive nothing.
import { modernServer } from '../src/mcp/real-servers.test-support.ts';
import { answer, install, questions } from './support/approvals.ts';
import { connectModel, startModel } from './support/model.ts';
import { startOAuthServer } from './support/oauth-server.ts';
import { expect, test } from './support/test.ts';
import { startWebServer } from './support/web-server.ts';

// The fake engine responds with 404; the server with a sign-in refuses until signed in.
test.use({ expectedErrors: /status of 40\d|cannot be reached|Failed to load resource/ });

test('requests, tokens, remote engines, searching tools and server tools are recorded, and nothing is sent', async ({
  app,
}) => {
  const [model, web, mcp, oauth] = await Promise.all([
    startModel(),
    startWebServer(),
    modernServer(),
    startOAuthServer(),
  ]);
  const popups: string[] = [];
  app.on('popup', (popup) => popups.push(popup.url()));
  const outside: string[] = [];
  const ports = [web.origin, mcp.url, oauth.url].map((url) => new URL(url).port);
  app.context().on('request', (request) => {
    if (ports.includes(new URL(request.url()).port)) outside.push(request.url());
  });
  try {
    const hosts = { hosts: [web.host], policy: 'allow' };
    const tool = (name: string, body: string): string =>
      `tool = { name = "${name}" }\nfunction tool.execute(params, context)\n${body}\nend`;
    await install(
      app,
      tool('finder', 'return #context.search("what the user plans", { mode = "semantic" })'),
      hosts,
    );
    await install(app, tool('poster', `return http.post("${web.origin}/echo", { a = 1 }).status`), hosts);
    await install(
      app,
      tool(
        'signer',
        `return http.token{ url = "${web.origin}/token", body = "grant_type=client_credentials" }`,
      ),
      hosts,
    );
    await app.goto('./#/settings/servers');
    const section = app.getByRole('region', { name: 'MCP servers' });
    for (const [name, url, way] of [
      ['weather', mcp.url, 'None'],
      ['diary', oauth.url, 'Sign in (OAuth)'],
    ] as const) {
      await section.getByRole('button', { name: 'Add a server' }).click();
      await section.getByLabel('Address').fill(url);
      await section.getByLabel('Name').fill(name);
      if (way !== 'None') await section.getByLabel('Authentication').selectOption(way);
      await section.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(section.getByRole('button', { name: 'Add a server' })).toBeVisible();
    }
    const { id } = await app.evaluate(
      (url) => window.perilune.remotes.add({ name: 'team', url, collection: 'team', use: 'beside' }),
      web.origin,
    );
    const source = `
      local function try(work, ...) return pcall(work, ...) end
      try(http.get, "${web.origin}/echo?get=secret")
      try(http.post, "${web.origin}/echo", { body = "secret" })
      try(http.token, { url = "${web.origin}/token", body = "grant_type=client_credentials" })
      try(context.search, "secret plan")
      try(function() return tools.search{ query = "secret plan" } end)
      try(function() return tools.get{ id = "remote:${id}:secret" } end)
      try(function() return tools.finder{} end)
      try(function() return tools.poster{} end)
      try(function() return tools.signer{} end)
      try(function() return mcp.weather.forecast{ city = "Bern" } end)
      try(function() return tools.weather__forecast{ city = "Bern" } end)
      try(function() return mcp.diary.today{} end)
      try(function() return tools.diary__today{} end)
      return "done"`;
    model.on(
      { userMessage: /try it/, hasToolResult: false },
      {
        toolCalls: [
          { id: 'a', name: 'lua_run_script', arguments: JSON.stringify({ source, reason: 'To see.' }) },
        ],
      },
    );
    model.on({ userMessage: /try it/, hasToolResult: true }, { content: 'As you wish.' });
    await connectModel(app, { baseUrl: `${model.url}/v1` });
    // With words unrelated to the library, since an ordinary question is searched there for real.
    await app.getByRole('textbox', { name: /ask/i }).fill('try it');
    await app.keyboard.press('Enter');
    await expect(questions(app)).toHaveCount(1);
    // The question's own requests, such as semantic reordering, may come late on a busy machine.
    const heardNow = (): number[] => [web.requests.length, mcp.requests.length, oauth.exchanged.length];
    let last = '';
    const isQuiet = (): boolean => last === (last = JSON.stringify([outside.length, heardNow()]));
    await expect.poll(isQuiet, { intervals: [2000], timeout: 30_000 }).toBe(true);
    const before = outside.length;
    const heard = heardNow();

    await answer(app, 'Dry run');
    const dry = questions(app).getByRole('status').filter({ hasText: 'The dry run sent nothing' });
    await expect(dry).toBeVisible();
    for (const text of [
      `Would send GET ${web.origin}/echo?get=secret`,
      `Would send POST ${web.origin}/echo`,
      `Would send POST ${web.origin}/token`,
      /Would send POST .*\/collections\/team/,
      'Would call poster',
      'Would call signer',
      'Would call weather__forecast',
    ]) {
      await expect(dry.getByText(text).first()).toBeVisible();
    }
    await app.waitForTimeout(1000);
    expect(outside.slice(before)).toEqual([]);
    expect(heardNow()).toEqual(heard);
    expect(popups).toEqual([]);
    await answer(app, 'Skip');
    await expect(app.getByRole('article', { name: /answer/i }).last()).toContainText('As you wish.');
  } finally {
    await Promise.all([model.stop(), web.stop(), mcp.close(), oauth.close()]);
  }
});
