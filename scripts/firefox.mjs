#!/usr/bin/env node
// Starts a stock Firefox for Playwright over WebDriver BiDi; Playwright uses this file as the browser.
//
// Playwright sends commands that Firefox ESR does not support yet (such as the colour scheme), and gives up on the
// error. This proxy forwards every message, and answers those commands itself: nothing is emulated then. It also names
// downloads that no navigation began, such as those of a blob, since Playwright ignores downloads without a name.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const { ws: WebSocket, wsServer: WebSocketServer } = createRequire(import.meta.url)(
  'playwright-core/lib/utilsBundle',
);
const LISTENING = /^WebDriver BiDi listening on (ws:\/\/\S+)$/;
/** Not essential to a test: emulation of a display that is not there. */
const OPTIONAL = /^emulation\./;
const DOWNLOAD = /^browsingContext\.download(?:WillBegin|End)$/;

const firefox = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const address = LISTENING.exec(line)?.[1];
  if (!address) return void process.stderr.write(`${line}\n`);
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () =>
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`),
  );
  server.on('connection', (playwright, { url }) => passOn(playwright, new WebSocket(`${address}${url}`)));
});

function passOn(playwright, browser) {
  const optional = new Set();
  const early = [];
  const toBrowser = (text) => (browser.readyState === WebSocket.OPEN ? browser.send(text) : early.push(text));
  browser.on('open', () => early.splice(0).forEach((text) => browser.send(text)));
  playwright.on('message', (data) => {
    const text = data.toString();
    const { id, method } = JSON.parse(text);
    if (OPTIONAL.test(method)) optional.add(id);
    toBrowser(text);
  });
  browser.on('message', (data) => {
    const text = data.toString();
    const answer = JSON.parse(text);
    const unknown = optional.delete(answer.id) && answer.error === 'unknown command';
    if (unknown) playwright.send(JSON.stringify({ type: 'success', id: answer.id, result: {} }));
    else playwright.send(DOWNLOAD.test(answer.method) ? withName(answer) : text);
  });
  playwright.on('close', () => browser.close());
  browser.on('close', () => playwright.close());
  browser.on('error', () => playwright.close());
}

function withName(event) {
  const { params } = event;
  const download = params.download ?? params.navigation ?? params.url;
  return JSON.stringify({ ...event, params: { ...params, download } });
}
