// The overhead of our agent on a model's answer: all of `Agent.send` against the raw `openai` SDK, both reading the
// same stream.
//
// node bench/agent.mjs
//
// A local server writes 200 words, the first after 40 ms and then one every 5 ms, as fast as current models. The two
// alternate, the order changes each round, and medians are compared. `all at once` has no delays and shows the CPU
// cost of a word.
import OpenAI from 'openai';
import { Worker } from 'node:worker_threads';
import { openSource } from './source.mjs';

const ROUNDS = 24;
const TOKENS = 200;
const MOST = 1.05;

const { load, close } = await openSource();
const { Agent } = await load('src/agent/agent.ts');
const { connectModel } = await load('src/models/connect.ts');

const rows = {};
let isSlow = false;
for (const [name, pace] of Object.entries({
  'at the pace of a model': { first: 40, beat: 5 },
  'all at once': { first: 40, beat: 0 },
})) {
  const thread = new Worker(new URL('agent/scripted-server.mjs', import.meta.url), {
    workerData: { ...pace, tokens: TOKENS },
  });
  const port = await new Promise((done) => thread.once('message', done));
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const sides = { 'raw SDK': await rawSdk(baseUrl), Perilune: await perilune(baseUrl) };
  const times = { 'raw SDK': [], Perilune: [] };
  for (let round = -3; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? ['raw SDK', 'Perilune'] : ['Perilune', 'raw SDK'];
    for (const side of order) {
      const taken = await measure(sides[side]);
      if (round >= 0) times[side].push(taken);
    }
  }
  for (const what of ['first word', 'word after word']) {
    const [raw, ours] = ['raw SDK', 'Perilune'].map((side) => median(times[side].map((one) => one[what])));
    const ratio = ours / raw;
    if (pace.beat > 0 && ratio > MOST) isSlow = true;
    rows[`${what}, ${name}`] = {
      'raw SDK, ms': round(raw),
      'Perilune, ms': round(ours),
      ratio: round(ratio),
    };
  }
  await thread.terminate();
}
await close();
console.table(rows);
if (isSlow) {
  console.error(`At the pace of a model it must be at most ${MOST} of the raw SDK.`);
  process.exitCode = 1;
}
process.exit();

async function rawSdk(baseURL) {
  const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 });
  return async (onWord) => {
    const stream = await client.chat.completions.create({
      model: 'scripted',
      stream: true,
      messages: [{ role: 'user', content: 'Say it.' }],
    });
    for await (const chunk of stream)
      if (chunk.choices[0]?.delta?.content) onWord(chunk.choices[0].delta.content);
  };
}

/** As in the app, with conversations in memory and a library that answers at once. */
async function perilune(baseUrl) {
  const conversations = new Map();
  const messages = new Map();
  let ids = 0;
  const agent = new Agent({
    model: () => connectModel({ baseUrl, model: 'scripted', api: 'chat' }, undefined),
    tools: { list: () => [], find: async () => [], call: async () => undefined },
    search: async () => [],
    conversations: {
      get: async (id) => conversations.get(id),
      put: async (conversation) => void conversations.set(conversation.id, conversation),
      messages: async (id) => [...messages.values()].filter(({ conversation }) => conversation === id),
      putMessage: async (message) => void messages.set(message.id, message),
    },
    newId: () => `id-${++ids}`,
    now: () => new Date().toISOString(),
  });
  return async (onWord) => {
    for await (const event of agent.send('Say it.')) {
      if (event.type === 'text') onWord(event.delta);
      if (event.type === 'error') throw new Error(event.error.message);
    }
  };
}

async function measure(ask) {
  const begun = performance.now();
  let first;
  let last = 0;
  let text = '';
  await ask((word) => {
    last = performance.now();
    first ??= last;
    text += word;
  });
  const words = text.trim().split(' ').length;
  if (words !== TOKENS) throw new Error(`${words} words came instead of ${TOKENS}`);
  return { 'first word': first - begun, 'word after word': (last - first) / (TOKENS - 1) };
}

function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function round(number) {
  return Number(number.toFixed(3));
}
