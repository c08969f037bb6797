// Handles actions in the extension: saved pages become documents, and questions become chats about the page.
//
// A page is treated like any file from elsewhere: the library's workers read it, none of it runs, and its text is
// untrusted.
import type { App } from '../../apps/web/app.ts';
import { applyEvent, textOf, type Part } from '../../core/conversation.ts';
import type { Clip } from '../../core/ports/companion.ts';
import { foundText } from '../../ui/chat/export/markdown-of.ts';
import { attachFile } from '../../ui/chat/composer/attach-files.ts';
import { errorText } from '../../ui/components/error-text.ts';
import type { Companion } from './companion.ts';
import type { Brought } from './link.ts';

type Receiving = Pick<App, 'knowledge' | 'collections' | 'agent'>;
type Send = Companion['send'];

/** Milliseconds between two parts of an answer. */
const PAUSE = 200;

export async function startReceiving(app: Receiving, companion: Companion): Promise<void> {
  const collections = await app.collections();
  const tell = async (): Promise<void> => {
    if (!companion.state) return;
    const list = await collections.list();
    companion.send({ type: 'collections', collections: list.map(({ id, name }) => ({ id, name })) });
  };
  const stops = new Map<string, AbortController>();
  companion.onChange(() => void tell());
  collections.onChange(() => void tell());
  await companion.receive((message, send) => void take(app, stops, message, send));
  await tell();
}

async function take(
  app: Receiving,
  stops: Map<string, AbortController>,
  message: Brought,
  send: Send,
): Promise<void> {
  if (message.type === 'clip') {
    const problem = await keepClip(app, message.clip);
    send({ type: 'kept', id: message.clip.id, ...(problem !== undefined && { problem }) });
  } else if (message.type === 'stop') stops.get(message.id)?.abort();
  else {
    const stop = new AbortController();
    stops.set(message.id, stop);
    await answer(app, message, send, stop.signal).finally(() => stops.delete(message.id));
  }
}

/** @returns a sentence when it was not kept */
export async function keepClip(
  { knowledge, collections }: Pick<App, 'knowledge' | 'collections'>,
  clip: Clip,
): Promise<string | undefined> {
  try {
    const { url, title, at, isSelection, collection } = clip;
    const known = collection !== undefined && (await (await collections()).get(collection));
    const { ids, skipped } = await knowledge.add([
      {
        file: fileOf(clip),
        path: title,
        given: {
          source: 'web',
          // Saving a page again replaces it; a selection stands beside it.
          source_id: isSelection ? `${url}#${clip.id}` : url,
          source_url: url,
          title,
          updated_at: at,
        },
        ...(known && { collection: known.id }),
      },
    ]);
    const [first] = skipped;
    return ids.length > 0 || first?.unchanged ? undefined : `“${title}” was not saved: ${first?.reason}.`;
  } catch (error) {
    return `“${clip.title}” was not saved. ${errorText(error)}`;
  }
}

async function answer(
  app: Receiving,
  { id, question, clip }: Extract<Brought, { type: 'question' }>,
  send: Send,
  signal: AbortSignal,
): Promise<void> {
  const { mentions, problem } = await attachFile(app, fileOf(clip), signal, clip.title);
  if (problem !== undefined || signal.aborted) {
    send({ type: 'answer', id, text: '', state: 'done', ...(problem && { problem }) });
    return;
  }
  let parts: Part[] = [];
  let chat: string | undefined;
  let sent = 0;
  for await (const event of app.agent.send(question, { mentions, signal })) {
    if (event.type === 'start') chat = event.conversation;
    parts = applyEvent(parts, event);
    const isOver = event.type === 'end';
    if (!isOver && event.type !== 'tool_state' && performance.now() - sent < PAUSE) continue;
    sent = performance.now();
    const waits = parts.some((part) => part.type === 'tool' && part.state === 'waiting');
    send({
      type: 'answer',
      id,
      text: plainText(parts),
      state: isOver ? 'done' : waits ? 'waiting' : 'running',
      ...(chat !== undefined && { chat }),
    });
  }
}

/** The side panel shows text alone. */
function plainText(parts: Part[]): string {
  const found = parts.flatMap((part) => (part.type === 'answer' ? foundText(part) : []));
  const errors = parts.flatMap((part) => (part.type === 'error' ? [part.error.message] : []));
  return [textOf(parts), ...found, ...errors]
    .filter((text) => text.trim() !== '')
    .join('\n\n')
    .replace(/\[([^\]]*)\]\(<?[^)>]*>?\)/g, '$1')
    .replace(/^#{1,6} +/gm, '')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2');
}

/** An HTML file. Its address is named as the page's own, so that the document leads back to it. */
function fileOf({ title, html, url }: Clip): File {
  const name = `${
    title
      .replace(/[\\/:*?"<>|\s]+/g, ' ')
      .trim()
      .slice(0, 80) || 'page'
  }.html`;
  const address = url.replace(/["&<>]/g, (character) => encodeURIComponent(character));
  const head = `<!doctype html><meta charset="utf-8"><link rel="canonical" href="${address}">`;
  return new File([head, '<body>', html], name, { type: 'text/html' });
}
