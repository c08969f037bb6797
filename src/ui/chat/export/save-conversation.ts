// Downloads conversations: one as Markdown or JSON, or all as JSON.
import type { App } from '../../../apps/web/app.ts';
import { Failure } from '../../../core/errors.ts';
import { maskKeys, maskKeysIn } from '../../../core/mask-keys.ts';
import { maskPrivate, maskPrivateIn } from '../../../core/mask-private.ts';
import { MessageTree } from '../../../core/message-tree.ts';
import { loadMarkdown } from '../../components/markdown.ts';
import { offerUnmasked } from '../../components/offer-unmasked.ts';
import { saveFile } from '../../components/save-file.ts';
import { jsonOf, type KeptConversation } from './json-of.ts';
import { markdownOf } from './markdown-of.ts';
import type { PageChoice } from './page-of.ts';

type Parts = Pick<App, 'conversations' | 'version'>;

/** @throws Failure `not_found` */
export async function saveConversation(app: Parts, id: string, format: 'markdown' | 'json'): Promise<void> {
  const kept = await read(app, id);
  if (!kept) throw new Failure('not_found', 'This chat is no longer on this device.');
  // JSON is for importing the chat again, so it keeps paths.
  if (format === 'json') {
    const name = fileNameOf(maskKeys(kept.conversation.title).value);
    return saveJson(`${name}.json`, [kept], app.version);
  }
  const name = fileNameOf(maskPrivate(kept.conversation.title).value);
  const path = new MessageTree(kept.messages).pathTo(kept.conversation.head);
  const text = markdownOf(kept.conversation, path);
  const { value, keys, paths } = maskPrivate(text);
  save(`${name}.md`, value, 'text/markdown');
  offerUnmasked(keys, () => save(`${name}.md`, text, 'text/markdown'), paths);
}

/** The branch shown as a web page of its own. @throws Failure `not_found` */
export async function savePage(
  app: Parts & Pick<App, 'extensions'>,
  id: string,
  choice: PageChoice,
): Promise<void> {
  const kept = await read(app, id);
  if (!kept) throw new Failure('not_found', 'This chat is no longer on this device.');
  const [{ pageOf }, markdown] = await Promise.all([import('./page-of.ts'), loadMarkdown(app.extensions)]);
  const path = new MessageTree(kept.messages).pathTo(kept.conversation.head);
  const { value: safe, keys, paths } = maskPrivateIn({ conversation: kept.conversation, path });
  const name = `${fileNameOf(safe.conversation.title)}.html`;
  save(name, await pageOf(safe.conversation, safe.path, markdown, choice), 'text/html');
  if (keys + paths === 0) return;
  const page = await pageOf(kept.conversation, path, markdown, choice);
  offerUnmasked(keys, () => save(name, page, 'text/html'), paths);
}

/** The branch shown as a file that another Perilune opens, without what looks private. @throws Failure `not_found` */
export async function sharedChat(
  app: Parts,
  id: string,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const kept = await read(app, id);
  if (!kept) throw new Failure('not_found', 'This chat is no longer on this device.');
  const messages = new MessageTree(kept.messages).pathTo(kept.conversation.head);
  const { value } = maskPrivateIn([{ conversation: kept.conversation, messages }]);
  const name = `${fileNameOf(value[0]!.conversation.title)}.json`;
  return { name, bytes: new TextEncoder().encode(jsonOf(value, app.version)) };
}

/** @returns how many */
export async function saveAll(app: Parts): Promise<number> {
  const list = (await app.conversations.list()).filter(({ temporary }) => !temporary);
  const kept = (await Promise.all(list.map(({ id }) => read(app, id)))).filter((one) => one !== undefined);
  saveJson(`chats-${new Date().toISOString().slice(0, 10)}.json`, kept, app.version);
  return kept.length;
}

async function read({ conversations }: Parts, id: string): Promise<KeptConversation | undefined> {
  const conversation = await conversations.get(id);
  return conversation && { conversation, messages: await conversations.messages(id) };
}

function saveJson(fileName: string, kept: readonly KeptConversation[], version: string): void {
  const type = 'application/json';
  const masked = maskKeysIn(kept);
  save(fileName, jsonOf(masked.value, version), type);
  offerUnmasked(masked.count, () => save(fileName, jsonOf(kept, version), type));
}

function save(fileName: string, text: string, type: string): void {
  saveFile({ fileName, bytes: new TextEncoder().encode(text), type });
}

/** Letters and digits of any script, everything else as dashes. */
export function fileNameOf(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return name || 'chat';
}
