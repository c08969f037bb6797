// The assistant's tools and their origin, or why those of the site are off.
import type { SiteTool } from '../../core/site-pack.ts';
import { make } from '../dom.ts';
import type { SiteChat, SiteToolInfo } from '../site-chat.ts';
import { fill } from '../texts.ts';
import type { Texts } from '../text-types.ts';
import { visible } from './exact-text.ts';
import type { ChatTexts } from './text-types.ts';

/** @param packed as listed in the index: their code is read only when a model is asked. */
export function toolbox(
  chat: SiteChat,
  packed: readonly SiteTool[],
  texts: ChatTexts & Pick<Texts, 'forbidden'>,
): HTMLElement {
  const box = make('div', { class: 'toolbox', part: 'toolbox' });
  const { toolsProblem } = chat;
  if (toolsProblem) {
    const { message, directive, address } = toolsProblem;
    const why = directive ? fill(texts.forbidden, { directive, address: address ?? '' }) : message;
    box.append(
      make(
        'p',
        { class: 'failure', role: 'alert' },
        make('strong', {}, texts.toolsOff),
        ' ',
        ...visible(why),
      ),
    );
  }
  const tools = toolsOf(chat, packed);
  const list = make('ul');
  for (const { name, description, from } of tools) {
    list.append(
      make(
        'li',
        {},
        make('strong', { class: 'name' }, ...visible(name)),
        make('span', { dir: 'auto' }, ...visible(description)),
        make('span', { class: 'small' }, from === 'pack' ? texts.fromSite : texts.fromPage),
      ),
    );
  }
  box.append(tools.length > 0 ? list : make('p', { class: 'notice' }, texts.noTools));
  return box;
}

export function toolsOf(
  chat: Pick<SiteChat, 'tools' | 'toolsProblem'>,
  packed: readonly SiteTool[],
): Pick<SiteToolInfo, 'name' | 'description' | 'from'>[] {
  const known = chat.tools();
  // Once read, the sandbox's names and descriptions count.
  const isRead = known.some(({ from }) => from === 'pack') || chat.toolsProblem !== undefined;
  const unread = isRead
    ? []
    : packed.map(({ name, description }) => ({ name, description, from: 'pack' as const }));
  return [...unread, ...known];
}
