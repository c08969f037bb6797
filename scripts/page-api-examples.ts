// An example for each call of the page API. The guide shows them, and a test type-checks them.
export const PAGE_API_EXAMPLES: Readonly<Record<string, string>> = {
  ready: `await perilune.ready;`,
  version: `console.log(perilune.version); // "0.1.0"`,
  'tools.list': `const tools = await perilune.tools.list({ bundle: 'crm', includeDisabled: true });`,
  'tools.page': `const { tools, total, nextPageToken } = await perilune.tools.page({ pageSize: 50 });`,
  'tools.get': `const { tool, error } = await perilune.tools.get('calculator');
console.log(tool?.source ?? error?.message);`,
  'tools.search': `const found = await perilune.tools.search('open a ticket', { limit: 5 });
const { tools, nextPageToken } = await perilune.tools.search('ticket', { kind: ['lua', 'http'], pageSize: 10 });`,
  'tools.call': `const { result, error } = await perilune.tools.call('calculator', { expression: '2 + 3' }, {
  onProgress: (fraction, text) => console.log(fraction, text),
});`,
  'tools.test': `const { outcome, logs, milliseconds } = await perilune.tools.test('calculator', { expression: '2 + 3' });`,
  'tools.cases': `const { cases } = await perilune.tools.cases('word_count');`,
  'tools.runCases': `const { results, coverage } = await perilune.tools.runCases('word_count');`,
  'tools.install': `const { tool, error } = await perilune.tools.install(source, {
  hosts: ['api.example.com'],
  config: { token: '\${API_TOKEN}' },
  bundle: 'crm',
});`,
  'tools.update': `await perilune.tools.update('word_count', source);`,
  'tools.configure': `await perilune.tools.configure('my_issues', {
  hosts: ['api.github.com'],
  policy: 'ask',
  maxCallsPerMinute: 10,
  limits: { timeout: 60 },
});`,
  'tools.grant': `await perilune.tools.grant('latest_release', { hosts: ['api.github.com'] });`,
  'tools.settings': `const { settings } = await perilune.tools.settings('my_issues');
console.log(settings?.missing); // ["The secret GITHUB_TOKEN is not set."]`,
  'tools.enable': `await perilune.tools.enable('my_issues');`,
  'tools.disable': `await perilune.tools.disable('my_issues@1.0.0');`,
  'tools.remove': `await perilune.tools.remove('my_issues');`,
  'tools.restore': `await perilune.tools.restore('my_issues');`,
  'tools.removed': `const removed = await perilune.tools.removed();`,
  'tools.history': `const { versions, changes } = await perilune.tools.history('my_issues');`,
  'tools.diff': `const { changes } = await perilune.tools.diff('weather@1.0.0', 'weather@1.1.0');`,
  'tools.use': `await perilune.tools.use('weather@1.0.0');`,
  'tools.validate': `const { valid, errors, warnings } = await perilune.tools.validate(source);`,
  'tools.definition': `const { definition } = await perilune.tools.definition('calculator', 'mcp');`,
  'tools.definitions': `const definitions = await perilune.tools.definitions('openai-chat');`,
  'tools.toLua': `const { source: lua } = await perilune.tools.toLua('temperature_now');`,
  'tools.import': `const { bundles } = await perilune.tools.import(files); // preview only
await perilune.tools.import(files, { install: true });
await perilune.tools.import({ url: 'https://example.com/crm.zip', hash: '3f0c…' }, { install: true });`,
  'tools.export': `const { fileName, bytes, sha256 } = await perilune.tools.export('word_count', 'bundle');`,
  'tools.share': `const { link, notes } = await perilune.tools.share('word_count');`,
  'tools.checkUpdate': `const { changed, changes } = await perilune.tools.checkUpdate('weather');
if (changed) await perilune.tools.checkUpdate('weather', { apply: true });`,
  'bundles.list': `const bundles = await perilune.bundles.list({ deleted: true });
const { total, nextPageToken } = await perilune.bundles.list({ pageSize: 20 });`,
  'bundles.get': `const { bundle } = await perilune.bundles.get('crm');`,
  'bundles.create': `await perilune.bundles.create({ slug: 'crm', displayName: 'CRM' });`,
  'bundles.update': `await perilune.bundles.update('crm', { description: 'Tools for customers' });`,
  'bundles.enable': `await perilune.bundles.enable('crm');`,
  'bundles.disable': `await perilune.bundles.disable('crm');`,
  'bundles.remove': `await perilune.bundles.remove('crm', { withTools: true });`,
  'bundles.restore': `await perilune.bundles.restore('crm');`,
  'bundles.export': `const { fileName, bytes, notes } = await perilune.bundles.export('crm', 'bundle');`,
  'bundles.checkUpdate': `const { changed, changes } = await perilune.bundles.checkUpdate('crm');`,
  'runs.list': `const { runs, nextPageToken } = await perilune.runs.list({ tool: 'weather', status: 'failed', limit: 20 });`,
  'runs.get': `const { runs } = await perilune.runs.list();
const { run } = await perilune.runs.get(runs[0]!.id);`,
  'runs.replay': `const { runs } = await perilune.runs.list({ tool: 'weather' });
const { report, differences } = await perilune.runs.replay(runs[0]!.id);`,
  'runs.repeat': `const { runs } = await perilune.runs.list({ tool: 'weather' });
const { result, error } = await perilune.runs.repeat(runs[0]!.id);`,
  'runs.remove': `const { runs } = await perilune.runs.list({ status: 'failed' });
await perilune.runs.remove(runs.map(({ id }) => id));`,
  'runs.clear': `await perilune.runs.clear();`,
  'runs.export': `const jsonLines = await perilune.runs.export({ since: '2026-01-01' });`,
  'knowledge.add': `const { documents, skipped } = await perilune.knowledge.add([
  { title: 'Tides', body: '# Tides\\n\\nThe perigean spring tide is the highest.' },
  file,
]);`,
  'knowledge.search': `const { results } = await perilune.knowledge.search('highest tide', { limit: 5, source: ['notes', 'files'] });`,
  'knowledge.answer': `const { answer, confidence } = await perilune.knowledge.answer('Which tide is the highest?');
console.log(answer?.text ?? 'Nothing in the library answers that.', confidence);`,
  'knowledge.get': `const { results } = await perilune.knowledge.search('highest tide');
const document = await perilune.knowledge.get(results[0]!.id);`,
  'knowledge.sources': `const sources = await perilune.knowledge.sources();`,
  'knowledge.remove': `const { results } = await perilune.knowledge.search('highest tide');
const { removed } = await perilune.knowledge.remove(results[0]!.id);`,
  'knowledge.collections.list': `const collections = await perilune.knowledge.collections.list();
console.log(collections.map(({ name, documents }) => \`\${name}: \${documents}\`));`,
  'knowledge.collections.create': `const { id } = await perilune.knowledge.collections.create({
  name: 'Reports',
  instructions: 'Answer with figures and their year.',
  starters: ['What changed since last year?'],
});`,
  'knowledge.collections.rename': `await perilune.knowledge.collections.rename('Reports', 'Annual reports');`,
  'knowledge.collections.remove': `const { documents } = await perilune.knowledge.collections.remove('Reports');`,
  'knowledge.collections.documents': `const { documents, total } = await perilune.knowledge.collections.documents('Reports', { limit: 20 });
const { results } = await perilune.knowledge.search('revenue', { collection: 'Reports' });`,
  'knowledge.collections.add': `const { ids } = await perilune.knowledge.add([{ title: 'Report 2025', body: 'Revenue grew by 4 percent.' }]);
await perilune.knowledge.collections.add('Reports', ids);`,
  'knowledge.collections.takeOut': `const { documents } = await perilune.knowledge.collections.documents('Reports');
await perilune.knowledge.collections.takeOut('Reports', documents.map(({ id }) => id));`,
  'knowledge.embeddings.status': `const { phase, done, total } = await perilune.knowledge.embeddings.status();`,
  'knowledge.embeddings.onStatus': `const stop = await perilune.knowledge.embeddings.onStatus(({ done, total }) => console.log(done, total));
stop();`,
  'knowledge.embeddings.pause': `await perilune.knowledge.embeddings.pause();`,
  'knowledge.embeddings.resume': `await perilune.knowledge.embeddings.resume();`,
  'knowledge.embeddings.start': `await perilune.knowledge.embeddings.start();`,
  'knowledge.embeddings.choose': `await perilune.knowledge.embeddings.choose(
  { kind: 'endpoint', url: 'http://localhost:11434/v1', model: 'nomic-embed-text' },
);`,
  'connectors.list': `const connectors = await perilune.connectors.list({ includeDisabled: true });`,
  'connectors.scan': `const { items, skipped } = await perilune.connectors.scan('release_notes', {
  config: { project: 'lua/lua' },
  dryRun: true,
});`,
  'feeds.list': `const feeds = await perilune.feeds.list();`,
  'feeds.add': `const { id } = await perilune.feeds.add({
  connector: 'release_notes',
  config: { project: 'lua/lua' },
  every: 60,
  hosts: ['api.github.com'],
});`,
  'feeds.update': `const [feed] = await perilune.feeds.list();
await perilune.feeds.update(feed!.id, { every: null });`,
  'feeds.remove': `const [feed] = await perilune.feeds.list();
const { removed } = await perilune.feeds.remove(feed!.id, { documents: true });`,
  'feeds.scan': `const [feed] = await perilune.feeds.list();
const { added, changed } = await perilune.feeds.scan(feed!.id, { dryRun: true });`,
  'feeds.site': `const { address } = await perilune.feeds.site('https://docs.example.com/start');`,
  'feeds.onChange': `const stop = await perilune.feeds.onChange(() => console.log('feeds changed'));
stop();`,
  'remotes.list': `const remotes = await perilune.remotes.list();`,
  'remotes.add': `const { id } = await perilune.remotes.add({ url: 'http://localhost:8000', collection: 'notes', use: 'beside' });`,
  'remotes.update': `const [remote] = await perilune.remotes.list();
await perilune.remotes.update(remote!.id, { use: 'off' });`,
  'remotes.remove': `const [remote] = await perilune.remotes.list();
await perilune.remotes.remove(remote!.id);`,
  'remotes.state': `const { engine } = await perilune.remotes.state({ url: 'http://localhost:8000' });`,
  'remotes.push': `const [remote] = await perilune.remotes.list();
const { passages } = await perilune.remotes.push(remote!.id, { source: 'notes' });`,
  'profiles.list': `const agents = await perilune.profiles.list();`,
  'profiles.add': `const { profiles, error } = await perilune.profiles.add({
  name: 'Reviewer',
  text: 'Review the text. Name each weakness, then say how to mend it.',
  tools: ['search', 'get'],
});`,
  'profiles.remove': `await perilune.profiles.remove('Reviewer');`,
  'profiles.resolve': `const { system, tools, messages } = await perilune.profiles.resolve('Reviewer');`,
  'servers.list': `const servers = await perilune.servers.list();
console.log(servers.map(({ name, status, tools }) => [name, status, tools.length]));`,
  'servers.add': `const { server, error } = await perilune.servers.add({ name: 'weather', url: 'https://weather.example.com/mcp' });
console.log(server?.status, error?.message ?? server?.problem);`,
  'servers.update': `await perilune.servers.update('weather', { auth: 'bearer', token: 'the token' });`,
  'servers.remove': `await perilune.servers.remove('weather');`,
  'servers.refresh': `const { server, error } = await perilune.servers.refresh('weather');`,
  'servers.enable': `await perilune.servers.enable('weather');`,
  'servers.disable': `await perilune.servers.disable('weather');`,
  'servers.resources': `const { resources } = await perilune.servers.resources('weather');`,
  'servers.read': `const { contents } = await perilune.servers.read('weather', 'weather://stations');
console.log(contents?.[0]?.text);`,
  'servers.prompts': `const { prompts } = await perilune.servers.prompts('weather');`,
  'servers.prompt': `const { text } = await perilune.servers.prompt('weather', 'plan', { city: 'Bern' });`,
  'secrets.list': `const secrets = await perilune.secrets.list();`,
  'secrets.set': `await perilune.secrets.set('API_TOKEN', 'the value', { hosts: ['api.example.com'] });`,
  'secrets.remove': `await perilune.secrets.remove('API_TOKEN');`,
  'secrets.status': `const { passphrase, locked } = await perilune.secrets.status();`,
  'secrets.lock': `await perilune.secrets.lock();`,
  'secrets.unlock': `await perilune.secrets.unlock('correct horse battery staple');`,
  'secrets.setPassphrase': `await perilune.secrets.setPassphrase('correct horse battery staple');`,
  'storage.usage': `const usage = await perilune.storage.usage();`,
  'storage.persist': `const granted = await perilune.storage.persist();`,
  'storage.persisted': `const isPersistent = await perilune.storage.persisted();`,
  'storage.free': `await perilune.storage.free('runs', { olderThanDays: 7 });`,
  'backup.export': `const blob = await perilune.backup.export({ passphrase: 'correct horse battery staple' });`,
  'backup.inspect': `const contents = await perilune.backup.inspect(file, { passphrase: 'correct horse battery staple' });`,
  'backup.restore': `const report = await perilune.backup.restore(file, { existing: 'keep' });`,
  'agent.send': `for await (const event of perilune.agent.send('When is the tide highest?')) console.log(event.type);`,
};
