// The registry with 500 bundles and 5,000 tools: start, list, search, one change, and its effect on a second tab.
//
// node bench/registry.mjs
//
// IndexedDB is fake-indexeddb in memory: the times show our own work, not that of a disk.
import 'fake-indexeddb/auto';
import { openSource } from './source.mjs';

const BUNDLES = 500;
const TOOLS = 5000;
const SEARCHES = 200;
const CHANGES = 20;

const { load } = await openSource();
const { openDatabase } = await load('src/storage/database.ts');
const { ToolTable } = await load('src/storage/tools.ts');
const { Registry } = await load('src/tools/registry.ts');
const { ToolSearch } = await load('src/tools/tool-search.ts');
const { ToolFinder } = await load('src/search/tool-finder.ts');

// As many different words as in 5,000 real functions, a few of them in every tenth tool.
const VERBS = ['get', 'list', 'create', 'send', 'convert', 'check', 'plan', 'draw', 'sort', 'merge'];
const NOUNS = words(400, 3);
const PLACES = words(1500, 4);

let ids = 0;
const newId = () => `0192f000-0000-7000-8000-${String(++ids).padStart(12, '0')}`;
const database = await openDatabase({ name: 'bench-registry' });
await fill(database);

const rows = {};
let before = process.cpuUsage();
/** Records usage since the last call; CPU time is meaningful even on a busy machine. */
const note = (what, times) => {
  const { user, system } = process.cpuUsage(before);
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => Number(sorted[Math.floor(share * (sorted.length - 1))].toFixed(2));
  const cpu = Number(((user + system) / 1000 / times.length).toFixed(2));
  rows[what] = { cpu, p50: at(0.5), p95: at(0.95), longest: at(1) };
  before = process.cpuUsage();
};

before = process.cpuUsage();
const opening = performance.now();
const registry = await open();
note('load (read, check, freeze all)', [performance.now() - opening]);
note('first page of 50', [await timedAsync(() => registry.page())]);
note('page of 50', await repeatedAsync(100, () => registry.page()));
note(
  'page by tag, with disabled',
  await repeatedAsync(100, () => registry.page({ tag: 'tag_3', includeDisabled: true })),
);
note('page of one bundle', await repeatedAsync(100, () => registry.page({ bundle: 'bundle-77' })));
const tokens = [];
for (let token, page = 0; page < 100; page++) {
  const next = await registry.page(token === undefined ? {} : { pageToken: token });
  tokens.push(await timedAsync(() => registry.page(token === undefined ? {} : { pageToken: token })));
  token = next.nextPageToken;
}
note('100 pages, one after the other', tokens);
note(
  'all tools at once',
  repeated(20, () => registry.list()),
);
note(
  'find one by name',
  repeated(1000, (n) => registry.get(`get_${NOUNS[n % 400]}_${PLACES[n]}_${n}`)),
);
note(
  'bundles',
  repeated(50, () => registry.bundles()),
);

const changes = [];
const lists = [];
for (let n = 0; n < CHANGES; n++) {
  const name = (await registry.page({ pageSize: 1 })).tools[0].name;
  changes.push(await timedAsync(() => registry.setPolicy(name, n % 2 ? 'ask' : 'allow')));
  lists.push(await timedAsync(() => registry.page()));
}
note(
  'change of one tool and a page',
  changes.map((time, n) => time + lists[n]),
);
const installs = [];
for (let n = 0; n < CHANGES; n++) installs.push(await timedAsync(() => registry.install(String(n))));
note('install of one tool', installs);
const editor = await registry.edit();
const draft = (count, at) => ({
  slug: `import-${at}`,
  displayName: 'Import',
  description: '',
  secrets: [],
  notes: [],
  tools: Array.from({ length: count }, (_, n) => ({
    kind: 'lua',
    fileName: `imported_${n}.lua`,
    source: `${at}-${n}`,
    files: {},
    config: {},
    tags: [],
  })),
});
note('import of 100 tools', [await timedAsync(() => editor.installer.importBundle(draft(100, 'a'), 'user'))]);
note('a second tab reads everything again', [await timedAsync(async () => void (await open()))]);

const search = new ToolSearch({
  tools: registry,
  openFinder: async (source) => new ToolFinder(source),
  usage: async () => new Map(),
});
note('first search (builds the index)', [await timedAsync(() => search.search('weather'))]);
const queries = Array.from({ length: SEARCHES }, (_, n) =>
  n % 2
    ? `${VERBS[n % 10]}_${NOUNS[(n * 7) % 400].slice(0, 4)}`
    : `what ${NOUNS[n]} is in the ${PLACES[n * 3]}`,
);
const searches = [];
for (const query of queries) searches.push(await timedAsync(() => search.search(query)));
note('search', searches);
const filtered = [];
for (const query of queries) filtered.push(await timedAsync(() => search.search(query, { tag: 'tag_3' })));
note('search with a filter', filtered);
await registry.setPolicy((await registry.page({ pageSize: 1 })).tools[0].name, 'ask');
note('search right after a change', [await timedAsync(() => search.search('weather'))]);

console.log(`${BUNDLES} bundles, ${TOOLS} tools; milliseconds`);
console.table(rows);
process.exit(0);

async function open() {
  const store = new ToolTable(database);
  const registry = new Registry({
    store,
    // The sandbox is measured separately: here a source is its name.
    runner: {
      inspect: async (source) => specOf(`installed_${source.replaceAll(/\W/g, '_')}`, 'Installed.'),
    },
    builtins: [],
    bundled: [],
    approve: async () => ({ yes: true, scope: 'once' }),
    secrets: async () => [],
    record: () => undefined,
    newId,
    now: () => new Date().toISOString(),
  });
  await registry.load();
  return registry;
}

async function fill(db) {
  const tx = db.transaction(['tools', 'bundles'], 'readwrite');
  const bundles = Array.from({ length: BUNDLES }, (_, n) => ({
    id: newId(),
    slug: `bundle-${n}`,
    displayName: `Bundle ${n}`,
    description: 'For measuring.',
    enabled: n % 50 !== 49,
    origin: 'user',
    createdAt: at(n),
    modifiedAt: at(n),
  }));
  for (const bundle of bundles) void tx.objectStore('bundles').put(bundle);
  for (let n = 0; n < TOOLS; n++) {
    const [verb, noun, place] = [VERBS[n % 10], NOUNS[Math.floor(n / 10) % 400], PLACES[(n * 7) % 1500]];
    // Every tenth has a name that others share.
    const name = n % 10 === 9 ? `${verb}_${noun}` : `${verb}_${noun}_${place}_${n}`;
    const id = newId();
    void tx.objectStore('tools').put({
      id,
      bundle: bundles[n % BUNDLES].id,
      slug: `${name.replaceAll('_', '-')}${n % 10 === 9 ? `-${n}` : ''}`,
      folder: id,
      name,
      kind: n % 3 === 0 ? 'http' : 'lua',
      origin: n % 2 ? 'imported' : 'user',
      source: `tool = { name = "${name}" }\n${'-- a line of its script, of the usual length\n'.repeat(45)}`,
      spec: specOf(name, `${verb} the ${noun} of a ${place}, and say what came of it.`),
      policy: 'ask',
      files: {},
      hosts: [`${noun}.example.com`],
      writes: false,
      config: { key: '${API_KEY}' },
      limits: {},
      tags: [`tag_${n % 7}`],
      llmCallable: true,
      userCallable: true,
      enabled: n % 20 !== 19,
      createdAt: at(n),
      modifiedAt: at(n),
      currentSince: at(n),
    });
  }
  await tx.done;
}

function specOf(name, description) {
  const text = { type: 'string', description: 'What to look for' };
  return {
    name,
    version: '1.0.0',
    description,
    parameters: { type: 'object', properties: { query: text, place: text, limit: { type: 'integer' } } },
    timeout: 30,
    approve: false,
    hosts: [],
  };
}

/** Made of syllables, all different. */
function words(count, syllables) {
  const parts = ['ka', 'lo', 'mi', 'ren', 'tu', 'so', 'vel', 'da', 'pri', 'on'];
  return Array.from({ length: count }, (_, n) =>
    Array.from({ length: syllables }, (_, k) => parts[Math.floor(n / 10 ** k) % 10]).join(''),
  );
}

function at(n) {
  return new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
}

function repeated(times, action) {
  return Array.from({ length: times }, (_, n) => timed(() => action(n)));
}

async function repeatedAsync(times, action) {
  const taken = [];
  for (let n = 0; n < times; n++) taken.push(await timedAsync(() => action(n)));
  return taken;
}

function timed(action) {
  const started = performance.now();
  action();
  return performance.now() - started;
}

async function timedAsync(action) {
  const started = performance.now();
  await action();
  return performance.now() - started;
}
