// Long conversations in a real Chromium: how fast one opens, and how regular frames are while an answer streams into
// it.
//
// npm run build && node bench/chat.mjs [address of a served build]
//
// The model is a local server that sends words as fast as quick models do. Times are those of this machine.
import { createServer } from 'node:http';
import { openAppPage } from './app-page.mjs';

const SIZES = [100, 1000, 5000];
const OPENINGS = 5;
/** Words of the streamed answer, and words per second. */
const WORDS = 600;
const PER_SECOND = 120;

const model = await startModel();
const { page, address, close } = await openAppPage(process.argv[2]);
await connect();

const rows = {};
await page.evaluate(fill, { id: 'short', size: 10 });
for (const size of SIZES) {
  const id = `long-${size}`;
  await page.evaluate(fill, { id, size });
  const opened = [];
  for (let time = 0; time < OPENINGS; time++) {
    // Reloaded, so that nothing is in memory; a short one first, since loading code is not measured.
    await page.goto(`${address}#/library`);
    await page.reload();
    await page.evaluate(() => window.perilune.ready);
    await page.evaluate(open, { id: 'short', last: 'Answer 9 ends.' });
    await page.waitForTimeout(1000);
    opened.push(await page.evaluate(open, { id, last: `Answer ${size - 1} ends.` }));
  }
  const frames = await stream();
  rows[`${size} messages`] = {
    'opening ms, best': Math.round(Math.min(...opened)),
    median: Math.round([...opened].sort((a, b) => a - b)[OPENINGS >> 1]),
    ...frames,
  };
}
console.table(rows);
await close();
model.close();

async function connect() {
  await page.goto(`${address}#/settings`);
  await page.getByLabel('Base URL').first().fill(`http://127.0.0.1:${model.address().port}/v1`);
  await page.getByLabel(/^key/i).first().fill('none');
  await page.getByLabel('Model', { exact: true }).first().fill('quick');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.waitForTimeout(1000);
}

/** Asks, and measures every frame until the answer has ended. */
async function stream() {
  await page.getByRole('textbox', { name: /ask/i }).fill('Tell me more');
  await page.keyboard.press('Enter');
  await page.getByText('streamed word 5 ').first().waitFor();
  const times = await page.evaluate(
    (last) =>
      new Promise((done) => {
        const stamps = [];
        const look = (now) => {
          stamps.push(now);
          const answers = document.querySelectorAll('article.answer');
          if (answers[answers.length - 1]?.textContent.includes(last)) done(stamps);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    `streamed word ${WORDS - 1}`,
  );
  const gaps = times.slice(1).map((time, at) => time - times[at]);
  const sorted = [...gaps].sort((a, b) => a - b);
  return {
    'frames a second': Math.round((1000 * gaps.length) / (times.at(-1) - times[0])),
    'frame p95 ms': Math.round(sorted[Math.floor(sorted.length * 0.95)]),
    'longest ms': Math.round(sorted.at(-1)),
    'share over 20 ms': Number((gaps.filter((gap) => gap > 20).length / gaps.length).toFixed(3)),
  };
}

/** Milliseconds from clicking the conversation until its last words are painted. */
function open({ id, last }) {
  return new Promise((done) => {
    const start = performance.now();
    const look = () => {
      const answers = document.querySelectorAll('article.answer .prose > div');
      if (!answers[answers.length - 1]?.textContent.includes(last)) return requestAnimationFrame(look);
      requestAnimationFrame(() => done(performance.now() - start));
    };
    location.hash = `#/chat/${id}`;
    requestAnimationFrame(look);
  });
}

/** Typical answers of models: a heading, a paragraph, a list, code, a table. */
function fill({ id, size }) {
  const text = (at) =>
    `## Part ${at}\n\nThe **moon** pulls the water, and \`tides(${at})\` tells when.\n\n- one\n- two\n- three\n\n` +
    `\`\`\`lua\nlocal x = ${at}\nprint(x)\n\`\`\`\n\n| hour | height |\n|---|---|\n| 1 | ${at} |\n\nAnswer ${at} ends.`;
  return new Promise((done, failed) => {
    const asked = indexedDB.open('perilune');
    asked.onerror = () => failed(asked.error);
    asked.onsuccess = () => {
      const tx = asked.result.transaction(['conversations', 'messages'], 'readwrite');
      const time = new Date().toISOString();
      tx.objectStore('conversations').put({ id, title: id, createdAt: time, modifiedAt: time });
      for (let seq = 0; seq < size; seq++) {
        const asks = seq % 2 === 0;
        tx.objectStore('messages').put({
          id: `${id}-${seq}`,
          conversation: id,
          seq,
          parent: seq === 0 ? null : `${id}-${seq - 1}`,
          role: asks ? 'user' : 'assistant',
          parts: [{ type: 'text', text: asks ? `Question ${seq}?` : text(seq) }],
          createdAt: time,
          ...(!asks && { model: 'quick', ended: 'answered' }),
        });
      }
      tx.oncomplete = () => {
        asked.result.close();
        done();
      };
    };
  });
}

async function startModel() {
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, authorization');
    request.resume();
    if (request.method !== 'POST') return response.writeHead(204).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let word = 0;
    const timer = setInterval(() => {
      for (let more = 0; more < PER_SECOND / 20 && word < WORDS; more++, word++) {
        const end = word % 40 === 39 ? '\n\n' : ' ';
        const delta = { content: `streamed word ${word}${end}` };
        response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`);
      }
      if (word < WORDS) return;
      clearInterval(timer);
      response.write(
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`,
      );
      response.end('data: [DONE]\n\n');
    }, 50);
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return server;
}
