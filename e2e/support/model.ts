// Model endpoints for the journeys: a scripted OpenAI-compatible server (aimock), and one that misbehaves on purpose.
import { LLMock } from '@copilotkit/aimock';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from 'playwright/test';

/** A chat's first answer is followed by a request for its title when idle; journeys ignore it. */
const TITLE = 'Write a title for the chat';

class ScriptedModel extends LLMock {
  override getLastRequest(): ReturnType<LLMock['getLastRequest']> {
    return this.getRequests().findLast(({ body }) => !JSON.stringify(body).includes(TITLE)) ?? null;
  }
}

export async function startModel(): Promise<LLMock> {
  const mock = new ScriptedModel({ port: 0, latency: 5, chunkSize: 12 });
  await mock.start();
  return mock;
}

export interface FaultyServer {
  baseUrl: string;
  stop(): Promise<void>;
}

/** A server on a free port that answers every request by `answer`; CORS is allowed unless `cors` is false. */
export async function startFaulty(
  answer: (response: ServerResponse, path: string) => void,
  { cors = true } = {},
): Promise<FaultyServer> {
  const server = createServer((request, response) => {
    if (cors) {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', '*, authorization');
    }
    if (request.method === 'OPTIONS') {
      response.writeHead(cors ? 204 : 403).end();
      return;
    }
    request.resume();
    answer(response, request.url ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Connects a model as a user does: Settings, base URL, key, model, Save. */
export async function connectModel(
  page: Page,
  { baseUrl, model = 'scripted', key = 'test-key' }: { baseUrl: string; model?: string; key?: string },
): Promise<void> {
  await page.goto('./#/settings');
  await page.getByLabel('Base URL').fill(baseUrl);
  await page.getByLabel(/^key/i).fill(key);
  await page.getByLabel('Model', { exact: true }).fill(model);
  await saveSettings(page);
  await page.goto('./#/chat');
}

/** Saves the model settings, and waits until they are saved. */
export async function saveSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^save/i }).click();
  await expect(page.getByText(/^Saved\./)).toBeVisible();
}
