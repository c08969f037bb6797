// The tools sent to a model when 500 are installed: whether the right one is among them, and how much context they
// take.
//
// node bench/tools.offered.mjs [folder of the collection] default: ../shared/data/ir/bfcl-tools
//
// Uses all of the app's code: `Registry`, `ToolSearch`, all built-ins, `Agent.send` and the scripting prompt. Only
// the model is fake: it keeps the request. Each random set of 500 tools gets every message of the collection whose
// function is in the set. Fails when the right tool is sent for fewer than 95 % of all messages, or when a request's
// definitions and scripting prompt together exceed a twentieth of 128,000 tokens. The collection does not declare
// parameter types, so every parameter counts as a string. SETS and SEED in the environment set the number of sets and
// the seed.
import 'fake-indexeddb/auto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { seeded, shuffled } from './random.mjs';
import { openSource } from './source.mjs';

const SETS = Number(process.env['SETS'] ?? 12);
const INSTALLED = 500;
const CONTEXT = 128_000;
const MOST = CONTEXT / 20;
const LEAST = 0.95;

const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, '../shared/data/ir/bfcl-tools'));
if (!existsSync(folder)) {
  console.log(`skipped: no test collection at ${folder}`);
  process.exit(0);
}
const { load, close } = await openSource();
const { Agent } = await load('src/agent/agent.ts');
const { MemoryConversations } = await load('src/agent/memory-conversations.ts');
const { areMany } = await load('src/agent/offered-tools.ts');
const { BUNDLE_IDS } = await load('src/core/bundle.ts');
const { definitionOf, definitionTokens } = await load('src/core/definition.ts');
const { isOfferable } = await load('src/core/offerable.ts');
const { codePrompt } = await load('src/apps/web/code-prompt.ts');
const { builtins } = await load('src/tools/builtins.ts');
const { findTools } = await load('src/tools/find-tools.ts');
const { MemoryTools } = await load('src/tools/memory-tools.ts');
const { proposeTool } = await load('src/tools/propose-tool.ts');
const { Registry } = await load('src/tools/registry.ts');
const { readOutput } = await load('src/tools/scripts/read-output.ts');
const { runScriptTool } = await load('src/tools/scripts/script-tool.ts');
const { ToolSearch } = await load('src/tools/tool-search.ts');
const { ToolFinder } = await load('src/search/tool-finder.ts');

const lines = (file) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean);
const functions = lines('corpus.jsonl').map((line) => JSON.parse(line));
const wanted = new Map(lines('qrels.tsv').map((line) => line.split('\t')));
const questions = lines('queries.jsonl')
  .map((line) => JSON.parse(line))
  .filter(({ id }) => wanted.has(id));
const random = seeded(Number(process.env['SEED'] ?? 7));
const NOW = '2026-01-01T00:00:00.000Z';
const MINE = {
  id: BUNDLE_IDS.mine,
  slug: 'mine',
  displayName: 'Mine',
  description: '',
  enabled: true,
  origin: 'user',
  createdAt: NOW,
  modifiedAt: NOW,
};
const never = () => Promise.reject(new Error('Nothing is called here.'));

const sets = [];
for (let n = 0; n < SETS; n++) sets.push(await measure(shuffled(functions, random).slice(0, INSTALLED)));
await close();

const of = (key, digits) => {
  const values = sets.map((set) => set[key]);
  const shown = (value) => Number(value.toFixed(digits));
  return {
    mean: shown(values.reduce((sum, value) => sum + value, 0) / values.length),
    least: shown(Math.min(...values)),
    most: shown(Math.max(...values)),
  };
};
console.log(
  `${SETS} random sets of ${INSTALLED} tools of ${functions.length}, ${sets.reduce((sum, { asked }) => sum + asked, 0)} messages`,
);
console.table({
  'the right tool was sent': of('right', 4),
  'tools sent': of('tools', 1),
  'tokens of definitions': of('tokens', 0),
  'tokens of definitions, largest request': of('largest', 0),
  'the same with the text about scripts': of('whole', 0),
  'milliseconds a message': of('time', 1),
});
const messages = sets.reduce((sum, { asked }) => sum + asked, 0);
const right = sets.reduce((sum, set) => sum + set.right * set.asked, 0) / messages;
const failed = [
  right < LEAST && `The right tool must be sent for ${LEAST * 100} % of the messages.`,
  sets.some(({ whole }) => whole >= MOST) && `Definitions and text must stay below ${MOST} tokens.`,
].filter(Boolean);
for (const line of failed) console.error(line);
process.exit(failed.length);

async function measure(set) {
  const { registry, agent, requests } = await workspace(set);
  if (!areMany(registry.list())) throw new Error('So few tools are all sent.');
  const present = new Set(set.map(({ id }) => id));
  const asked = questions.filter(({ id }) => present.has(wanted.get(id)));
  const codeText = codePrompt(registry);
  let right = 0;
  let tools = 0;
  const sizes = [];
  const wholes = [];
  const begun = performance.now();
  for (const { id, text } of asked) {
    for await (const event of agent.send(text))
      if (event.type === 'error') throw new Error(event.error.message);
    const [request] = requests.splice(0);
    const sent = request.tools.map(({ name }) => registry.get(name));
    if (sent.some((tool) => tool.id === wanted.get(id))) right++;
    tools += sent.length;
    const size = request.tools
      .map((tool) => definitionTokens(definitionOf(tool, 'openai-responses')))
      .reduce((sum, tokens) => sum + tokens, 0);
    sizes.push(size);
    const scripts = codeText(
      sent.map((tool) => registry.infoOf(tool)),
      true,
    );
    if (!request.system.includes(scripts)) throw new Error('The text about scripts is another one.');
    wholes.push(size + Math.ceil(scripts.length / 4));
  }
  return {
    asked: asked.length,
    right: right / asked.length,
    tools: tools / asked.length,
    tokens: sizes.reduce((sum, size) => sum + size, 0) / sizes.length,
    largest: Math.max(...sizes),
    whole: Math.max(...wholes),
    time: (performance.now() - begun) / asked.length,
  };
}

/** An app without a page, with these functions installed. */
async function workspace(set) {
  const store = new MemoryTools();
  await store.commit(await store.revision(), { putTools: set.map(toolOf), putBundles: [MINE] });
  const library = { search: async () => [], get: never, sources: async () => [] };
  const find = (...asked) => search.find(...asked);
  const registry = new Registry({
    store,
    runner: { inspect: never, run: never },
    // As in `src/apps/web/app.ts`.
    builtins: [
      ...builtins(library),
      findTools(find, async () => undefined),
      runScriptTool(never, () => true),
      proposeTool(never),
      readOutput(never),
    ],
    bundled: [],
    approve: never,
    secrets: async () => [],
    record: () => undefined,
    newId: crypto.randomUUID,
    now: () => NOW,
  });
  await registry.load();
  const search = new ToolSearch({
    tools: registry,
    openFinder: async (source) => new ToolFinder(source),
    usage: async () => new Map(),
  });
  const requests = [];
  const model = {
    id: 'stand-in',
    async *stream(request) {
      requests.push(request);
      yield { type: 'text', delta: 'Done.' };
      yield { type: 'finish', reason: 'stop' };
    },
  };
  const agent = new Agent({
    model: async () => model,
    // As in `src/apps/web/agent.ts`.
    tools: {
      list: () => registry.list(),
      find: (query, limit) => find(query, limit, (tool) => isOfferable(tool) && !tool.builtin),
      call: never,
    },
    codeMode: codePrompt(registry),
    search: library.search,
    conversations: new MemoryConversations(),
    newId: () => crypto.randomUUID(),
    now: () => NOW,
  });
  return { registry, agent, requests };
}

/** Ids and names are the collection's, without invalid characters; slugs are numbered, since many share a name. */
function toolOf({ id, text }, n) {
  const name = id
    .replace(/#.*$/, '')
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .slice(0, 60);
  const [description, parameters = ''] = text.split(' Parameters: ');
  const properties = Object.fromEntries(
    parameters
      .split('; ')
      .map((line) => /^([\w.-]+): (.*)$/s.exec(line))
      .filter(Boolean)
      .map(([, key, about]) => [key, { type: 'string', description: about }]),
  );
  return {
    id,
    bundle: MINE.id,
    slug: `${name.replaceAll('_', '-').slice(0, 55)}-${n}`,
    folder: id,
    name,
    kind: 'lua',
    origin: 'user',
    source: `tool = { name = "${name}" }`,
    spec: {
      name,
      version: '1.0.0',
      description,
      parameters: { type: 'object', properties },
      timeout: 30,
      approve: false,
      hosts: [],
    },
    policy: 'ask',
    files: {},
    hosts: [],
    writes: false,
    config: {},
    limits: {},
    tags: [],
    llmCallable: true,
    userCallable: true,
    enabled: true,
    createdAt: NOW,
    modifiedAt: NOW,
    currentSince: NOW,
  };
}
