// An approval: the tool, exactly what it gets or sends, and the hosts. The safe choice has the focus.
import type { JsonObject } from '../../base/json.ts';
import { onPerson, type Pressed } from '../../core/person-events.ts';
import type { OutgoingRequest } from '../../core/call.ts';
import { make } from '../dom.ts';
import type { PendingApproval, SiteToolInfo } from '../site-chat.ts';
import { fill } from '../texts.ts';
import { exactText, filled, nameOf, visible } from './exact-text.ts';
import { chatIcon } from './icons.ts';
import type { ChatTexts } from './text-types.ts';

/** Milliseconds, so that a key or click meant for something else does not answer. */
const GUARD = 500;

let ids = 0;

export class ApprovalForm {
  readonly root: HTMLElement;
  readonly #deny: HTMLElement;
  readonly #buttons: HTMLElement[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isActive = false;

  constructor(
    readonly approval: PendingApproval,
    from: SiteToolInfo['from'] | undefined,
    texts: ChatTexts,
    answer: (yes: boolean, remember: boolean) => void,
  ) {
    const id = `approval-${String(++ids)}`;
    const title = make('p', { class: 'asks-for', id });
    title.append(chatIcon('shield'), make('span', {}, ...titleOf(approval, texts)));
    const button = (label: string, yes: boolean, remember: boolean): HTMLButtonElement => {
      const made = make('button', { type: 'button', class: 'button', part: 'approval-button' }, label);
      made.setAttribute('aria-describedby', id);
      onPerson<MouseEvent>(
        made as Pressed<MouseEvent>,
        () => performance.now(),
        'click',
        () => {
          if (this.#isActive) answer(yes, remember);
        },
      );
      // An ignored press takes no focus; a key held down from before must not answer.
      made.addEventListener('mousedown', (event) => !this.#isActive && event.preventDefault());
      made.addEventListener('keydown', (event) => event.repeat && event.preventDefault());
      return made;
    };
    this.#deny = button(texts.deny, false, false);
    this.#buttons = [this.#deny, button(texts.allowOnce, true, false)];
    if (approval.canRemember) this.#buttons.push(button(texts.allowChat, true, true));
    this.root = make(
      'section',
      { class: 'approval', part: 'approval', role: 'group', 'aria-labelledby': id },
      title,
      approval.description !== '' && make('p', { class: 'hint' }, ...visible(approval.description)),
      make('p', { class: 'hint' }, ...meansOf(approval, from, texts)),
      ...whatOf(approval, texts),
      make('div', { class: 'choices' }, ...this.#buttons),
      approval.canRemember && make('p', { class: 'small' }, texts.chatHint),
    );
    this.guard();
  }

  /** A neighbouring form was added or removed, so the buttons may have moved under the pointer: restarts the delay. */
  guard(): void {
    this.#isActive = false;
    for (const button of this.#buttons) button.setAttribute('aria-disabled', 'true');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isActive = true;
      for (const button of this.#buttons) button.removeAttribute('aria-disabled');
    }, GUARD);
  }

  focus(): void {
    this.#deny.focus({ preventScroll: true });
    this.root.scrollIntoView({ block: 'nearest' });
  }

  remove(): void {
    clearTimeout(this.#timer);
    this.root.remove();
  }
}

function titleOf({ tool, by, act }: PendingApproval, texts: ChatTexts): (Node | string)[] {
  const name = nameOf(tool);
  if (act.kind === 'run' && by !== undefined) return filled(texts.wantsCall, { by: nameOf(by), tool: name });
  if (act.kind === 'run') return filled(texts.wantsRun, { tool: name });
  if (act.kind === 'send')
    return filled(texts.wantsSend, { tool: name, host: nameOf(hostOf(act.request.url)) });
  // Models' scripts do not run on sites.
  if (act.kind === 'script') return filled(texts.wantsRun, { tool: name });
  const text = act.kind === 'write' ? texts.wantsWrite : texts.wantsDelete;
  return filled(text, { tool: name, path: nameOf(act.path) });
}

function meansOf({ act, hosts }: PendingApproval, from: SiteToolInfo['from'] | undefined, texts: ChatTexts) {
  if (act.kind === 'send') return [texts.sendAdvice];
  if (from === 'page') return [texts.runsOnPage];
  if (hosts.length === 0) return [texts.reachesNone];
  const names = make(
    'span',
    {},
    ...hosts.flatMap((host, index) => [...(index > 0 ? [', '] : []), nameOf(host)]),
  );
  return filled(texts.reaches, { hosts: names });
}

function whatOf({ act, args }: PendingApproval, texts: ChatTexts): HTMLElement[] {
  const block = (label: string, text: string): HTMLElement => exactText(label, text, texts.showRest);
  switch (act.kind) {
    case 'run':
      return [block(texts.args, written(args)), ...(act.sends ? requestOf(act.sends.request, texts) : [])];
    case 'send':
      return requestOf(act.request, texts);
    case 'write':
      return [act.text === '' ? make('p', { class: 'small' }, texts.empty) : block(texts.fileText, act.text)];
    case 'script':
      return [block(texts.args, act.source)];
    case 'delete':
      return [];
  }
}

function requestOf({ method, url, headers, body }: OutgoingRequest, texts: ChatTexts): HTMLElement[] {
  const block = (label: string, text: string): HTMLElement => exactText(label, text, texts.showRest);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [
    block(texts.address, `${method} ${url}`),
    ...(lines.length > 0 ? [block(texts.headers, lines.join('\n'))] : []),
    body === ''
      ? make('p', { class: 'small' }, fill(texts.body, {}), ': ', texts.empty)
      : block(texts.body, body),
  ];
}

function written(args: JsonObject): string {
  return JSON.stringify(args, null, 2);
}

/** Returns the host, with any port: the part between scheme and path, and nothing that imitates it. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
