// Sync of 1,000 chats, 500 tools and 10,000 documents through a storage in memory: the first sync of two devices, a
// day's changes, a look without changes, and 10,000 changes on two devices at once.
//
// node bench/sync.mjs
//
// Encryption, compression, digests and merging are real; the records and the state are in memory.
import { openSource } from './source.mjs';

const CHATS = 1000;
const MESSAGES = 20;
const TOOLS = 500;
const DOCUMENTS = 10_000;
const CONCURRENT = 10_000;

const { load, close } = await openSource();
const { MemoryStore } = await load('src/features/sync/stores/memory-store.test-support.ts');
const { MemoryDevice } = await load('src/features/sync/engine/memory-device.test-support.ts');

let seed = 7;
const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
const WORDS = Array.from({ length: 4000 }, () =>
  Array.from({ length: 3 + Math.floor(random() * 8) }, () =>
    String.fromCharCode(97 + Math.floor(random() * 26)),
  ).join(''),
);
const text = (words) =>
  Array.from({ length: words }, () => WORDS[Math.floor(random() ** 2 * WORDS.length)]).join(' ');

const store = new MemoryStore();
const [a, b] = [new MemoryDevice('A', store, Date.now), new MemoryDevice('B', store, Date.now)];
let size = 0;
const put = (device, key, value) => {
  size += JSON.stringify(value).length;
  device.set(key, value);
};
for (let chat = 0; chat < CHATS; chat += 1) {
  put(a, `chat/${chat}`, { title: text(5) });
  for (let at = 0; at < MESSAGES; at += 1) put(a, `message/${chat}/${at}`, { text: text(at % 2 ? 120 : 12) });
}
for (let tool = 0; tool < TOOLS; tool += 1) put(a, `note/tool-${tool}`, { source: text(150) });
for (let at = 0; at < DOCUMENTS; at += 1) put(a, `note/document-${at}`, { title: text(6), body: text(500) });
await a.join();
await b.join();

const rows = {};
async function measure(what, work, data) {
  Object.assign(store.counts, { requests: 0, sent: 0, received: 0 });
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  const { requests, sent, received } = store.counts;
  rows[what] = {
    'cpu s': Number(((user + system) / 1e6).toFixed(2)),
    s: Number(((performance.now() - start) / 1000).toFixed(2)),
    requests,
    'sent MB': megabytes(sent),
    'received MB': megabytes(received),
    'data MB': megabytes(data),
  };
}
const megabytes = (bytes) => Number((bytes / 1e6).toFixed(3));

await measure('first sync, sending', () => a.sync(), size);
await measure('first sync, receiving', () => b.sync(), size);
equal();

size = 0;
for (let at = 0; at < 20; at += 1) put(a, `message/${at}/new`, { text: text(120) });
for (let at = 0; at < 5; at += 1) put(a, `note/document-${at}`, { title: 'changed', body: text(500) });
put(a, 'note/tool-1', { source: text(150) });
await measure('a day, sending', () => a.sync(), size);
await measure('a day, receiving', () => b.sync(), size);
equal();

await measure('a look, nothing new', () => b.sync(), 0);

size = 0;
for (const device of [a, b]) {
  for (let at = 0; at < CONCURRENT / 2; at += 1) put(device, `note/document-${at}`, { body: text(20) });
}
await measure(
  `${CONCURRENT} changes at once`,
  async () => {
    for (let round = 0; round < 2; round += 1) for (const device of [a, b]) await device.sync();
  },
  size,
);
equal();
console.table(rows);
await close?.();

function equal() {
  if (JSON.stringify(a.records.seen()) !== JSON.stringify(b.records.seen())) throw new Error('they differ');
}
