// The assistant in the window: a conversation, a field for questions, and its settings. Loaded when a visitor is
// about to ask.
import type { AgentEvent } from '../../core/conversation.ts';
import { Failure } from '../../core/errors.ts';
import type { SitePack } from '../../core/site-pack.ts';
import { make, setAll, sheetOf } from '../dom.ts';
import type { AllTexts, Host } from '../host.ts';
import type { PendingApproval, SiteChat } from '../site-chat.ts';
import { fill, type Language } from '../texts.ts';
import type { Texts } from '../text-types.ts';
import { ApprovalTray } from './approval-tray.ts';
import answer from './answer.css?inline';
import found from './found.css?inline';
import prose from './prose.css?inline';
import cards from './cards.css?inline';
import css from './chat.css?inline';
import { Composer } from './composer.ts';
import { failureBox } from './failure-box.ts';
import { Conversation, type Answer, type Turn } from './conversation.ts';
import { FollowEnd } from './follow-end.ts';
import { chatIcon } from './icons.ts';
import { ModelForm } from './model-form.ts';
import { RefusedByPage } from './refused-by-page.ts';
import { chatTextsIn } from './texts.ts';
import type { ChatTexts } from './text-types.ts';
import { texts as english } from './texts/en.ts';
import { toolbox } from './toolbox.ts';
import { Transcript } from './transcript.ts';

let sheet: CSSStyleSheet | undefined;

/** The parts of an open chat. */
interface Talk {
  conversation: Conversation;
  transcript: Transcript;
  tray: ApprovalTray;
  refused: RefusedByPage;
  pack: SitePack;
}

export class Assistant {
  readonly root = make('section', { class: 'assistant', part: 'assistant' });
  readonly #toSearch = make('button', { type: 'button', class: 'quiet named', part: 'to-search' });
  readonly #title = make('strong', { class: 'heading', part: 'assistant-title' });
  readonly #tools = make('button', { type: 'button', class: 'quiet', part: 'tools' }, chatIcon('tool'));
  readonly #fresh = make('button', { type: 'button', class: 'quiet', part: 'new-chat' }, chatIcon('fresh'));
  readonly #close = make('button', { type: 'button', class: 'quiet close', part: 'close' });
  readonly #thread = make('div', { class: 'thread' });
  readonly #body = make('div', { class: 'talk', part: 'conversation', tabindex: '-1' }, this.#thread);
  readonly #panel = make('div', { class: 'panel-view', part: 'panel', hidden: true });
  readonly #end = make('button', { type: 'button', class: 'quiet to-end', hidden: true }, chatIcon('end'));
  readonly #goes = make('span', { class: 'cut' });
  readonly #modelButton = make('button', { type: 'button', class: 'link', part: 'model' });
  readonly #spoken = make('span', { class: 'unseen', role: 'status' });
  readonly #composer: Composer;
  readonly #follow: FollowEnd;
  #texts: ChatTexts = english;
  #language: Language | undefined;
  #own: unknown;
  #talk: Promise<Talk> | undefined;
  #form: ModelForm | undefined;

  /** @param search returns the current texts of the search. */
  static async make(host: Host, search: () => Texts): Promise<Assistant> {
    const assistant = new Assistant(host, search);
    await assistant.#speak();
    return assistant;
  }

  private constructor(
    private readonly host: Host,
    private readonly search: () => Texts,
  ) {
    const root = host.frame.getRootNode() as ShadowRoot;
    root.adoptedStyleSheets.push((sheet ??= sheetOf(css + answer + found + prose + cards)));
    this.#composer = new Composer({
      ask: (question) => void this.ask(question).catch(() => undefined),
      stop: () => this.#whenOpen(({ conversation }) => conversation.stop()),
    });
    this.#follow = new FollowEnd(this.#body, this.#thread, (follows) => (this.#end.hidden = follows));
    const bar = make(
      'div',
      { class: 'bar', part: 'bar' },
      this.#toSearch,
      this.#title,
      this.#tools,
      this.#fresh,
      this.#close,
    );
    const foot = make('p', { class: 'goes', part: 'privacy' }, this.#goes, this.#modelButton);
    const lower = make('div', { class: 'lower' }, this.#end, this.#composer.root, foot);
    this.root.append(bar, this.#body, this.#panel, lower, this.#spoken);
    this.#toSearch.addEventListener('click', () => (this.#panel.hidden ? host.show('search') : this.#back()));
    this.#tools.addEventListener('click', () => this.#attempt(this.#showTools()));
    this.#fresh.addEventListener('click', () => this.#attempt(this.#clear()));
    this.#close.addEventListener('click', () => host.close());
    this.#end.addEventListener('click', () => this.#follow.toEnd());
    this.#modelButton.addEventListener('click', () => this.#attempt(this.#showModels()));
    this.root.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      if (!this.#panel.hidden) {
        event.preventDefault();
        event.stopPropagation();
        this.#back();
        // Inline, no window handles Escape.
      } else if (host.form === 'inline') host.close();
    });
  }

  /** @param draft for the field, if it is empty. @param isBeingTyped the next letter follows it. */
  begin(draft?: string, isBeingTyped = false): void {
    this.#composer.begin(draft, isBeingTyped);
    this.#attempt(this.#open());
  }

  /** Rejects with a `Failure` when the chat cannot be opened. */
  async ask(question: string): Promise<Answer> {
    if (!this.#panel.hidden) this.#back();
    try {
      const { conversation } = await this.#open();
      this.#follow.toEnd();
      return await conversation.ask(question);
    } catch (error) {
      this.#fail(error, question);
      throw error;
    }
  }

  async callTool(...call: Parameters<SiteChat['callTool']>): ReturnType<SiteChat['callTool']> {
    return (await this.#open()).conversation.chat.callTool(...call);
  }

  /** Texts, language or starter questions may have changed. */
  update(): void {
    if (this.host.language !== this.#language || this.host.customTexts !== this.#own) void this.#speak();
  }

  /** The index or endpoint has changed: clears the conversation. */
  renew(): void {
    this.#whenOpen(({ conversation, refused }) => {
      conversation.close();
      refused.stop();
    });
    this.#talk = undefined;
    this.host.forgetChat();
    this.#thread.replaceChildren();
    this.#back(false);
    if (this.root.isConnected) this.begin();
  }

  get #words(): AllTexts {
    return { ...this.search(), ...this.#texts, ...this.host.customTexts };
  }

  #open(): Promise<Talk> {
    this.#talk ??= this.#make();
    const talk = this.#talk;
    talk.catch(() => {
      if (this.#talk === talk) this.#talk = undefined;
    });
    return talk;
  }

  async #make(): Promise<Talk> {
    const [chat, pack, reader] = await Promise.all([
      this.host.openChat(() => this.#words.greetings),
      this.host.openPack(),
      this.host.loadMarkdown(),
    ]);
    const refused = new RefusedByPage(() => this.#address(chat));
    const conversation = new Conversation(chat, this.host.emit, {
      explain: async (error) => {
        const forbidden = await refused.take();
        if (!forbidden) return error;
        const message = fill(this.#words.forbidden, { ...forbidden });
        this.host.report(new Failure('denied', message, forbidden));
        return { ...error, message };
      },
      changed: () => this.#changed(),
      grew: (turn, event) => this.#grew(turn, event),
      waits: (pending, isNew) => this.#wait(pending, isNew),
    });
    const transcript = new Transcript(this.host, reader, {
      ask: (question) => void this.ask(question).catch(() => undefined),
      again: () => void conversation.again(),
      connect: () => this.#attempt(this.#showModels()),
      search: (query) => this.host.show('search', query),
      section: (question, answer) => conversation.chat.section(question, answer),
      vote: (turn, vote, comment) => conversation.vote(turn, vote, comment),
    });
    transcript.speak(this.#words);
    transcript.draw(conversation.turns);
    const tray = new ApprovalTray(chat, this.#composer);
    this.#thread.replaceChildren(transcript.root, tray.root);
    const talk = { conversation, transcript, tray, refused, pack };
    this.#sayWhere(talk);
    return talk;
  }

  #attempt(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#fail(error));
  }

  /** A chat that fails to open reports it in its own place. */
  #whenOpen(work: (talk: Talk) => void): void {
    this.#talk?.then(work, () => undefined);
  }

  #changed(): void {
    this.#whenOpen(({ conversation, transcript }) => {
      transcript.draw(conversation.turns);
      this.#composer.isBusy = conversation.isBusy;
      this.#fresh.disabled = conversation.turns.length === 0;
      this.#follow.toEnd();
    });
  }

  #grew(turn: Turn, event: AgentEvent): void {
    this.#whenOpen(({ conversation, transcript }) => {
      transcript.grow(turn, event.type === 'end');
      this.#composer.isBusy = conversation.isBusy;
      const said = this.#announcement(event);
      if (said !== undefined) this.#spoken.textContent = said;
      // Search results arrive all at once, and are read from the top.
      if (event.type === 'end' && turn.mode === 'search')
        this.#follow.toTopOf(transcript.last ?? this.#thread);
    });
  }

  /** Returns one short sentence per step for screen readers, never the streaming text. */
  #announcement(event: AgentEvent): string | undefined {
    const { asking, searching, toolStates, complete, stopped, budget, answerFailed } = this.#words;
    if (event.type === 'start')
      return event.mode === 'search' ? searching : fill(asking, { model: event.model ?? '' });
    if (event.type === 'tool_call') return `${event.name}: ${toolStates[event.state]}`;
    if (event.type !== 'end') return undefined;
    return { answered: complete, stopped, budget, failed: answerFailed }[event.reason];
  }

  #wait(pending: readonly PendingApproval[], isNew: boolean): void {
    // Asked without a window: open it, since an approval needs one.
    if (isNew && !this.root.isConnected) this.host.show('ask');
    this.#whenOpen(({ tray }) => {
      const added = tray.show(pending, this.#words);
      if (added) this.#spoken.textContent = fill(this.#words.toolWaits, { tool: added.tool });
    });
  }

  async #clear(): Promise<void> {
    (await this.#open()).conversation.clear();
    this.#back();
  }

  async #showModels(): Promise<void> {
    const { conversation, transcript } = await this.#open();
    const offers = await conversation.chat.models();
    this.#form?.close();
    this.#form = new ModelForm(conversation.chat, this.#words, offers, this.host.endpoint, () => {
      this.#whenOpen((talk) => this.#sayWhere(talk));
      transcript.draw(conversation.turns);
      this.#back();
    });
    this.#turnTo(this.#words.model, this.#form.root);
    this.#form.root.querySelector<HTMLElement>('input:checked')?.focus();
  }

  async #showTools(): Promise<void> {
    const { conversation, pack } = await this.#open();
    const packed = this.host.hasPackTools ? pack.info.tools : [];
    this.#turnTo(this.#words.tools, toolbox(conversation.chat, packed, this.#words));
    this.#toSearch.focus();
  }

  /** Shows something in place of the conversation, which is kept. */
  #turnTo(title: string, content: HTMLElement): void {
    this.#panel.replaceChildren(content);
    this.#showPanel(title);
  }

  #back(withFocus = true): void {
    this.#form?.close();
    this.#form = undefined;
    this.#panel.replaceChildren();
    this.#showPanel(undefined);
    if (withFocus) this.#composer.focus();
  }

  #showPanel(title: string | undefined): void {
    const isPanel = title !== undefined;
    this.#panel.hidden = !isPanel;
    this.#body.hidden = this.#tools.hidden = this.#fresh.hidden = isPanel;
    this.root.classList.toggle('sets', isPanel);
    const { assistant, back, toSearch } = this.#words;
    this.#title.textContent = title ?? assistant;
    this.#toSearch.replaceChildren(chatIcon('back'), make('span', {}, isPanel ? back : toSearch));
  }

  #sayWhere({ conversation: { chat } }: Talk): void {
    const { model } = chat;
    const address = this.#address(chat);
    const host = address === undefined ? '' : new URL(address).host;
    const { goes, check, connect, modelNames } = this.#words;
    const isModel = model.kind !== 'none';
    this.#goes.textContent = `${fill(goes[model.kind], { host })}${isModel ? ` ${check}` : ''}`;
    this.#modelButton.textContent = isModel ? modelNames[model.kind] : connect;
  }

  /** Address that questions are sent to; undefined when they stay here. */
  #address({ model }: SiteChat): string | undefined {
    const address =
      model.kind === 'own' ? model.baseUrl : model.kind === 'site' ? this.host.endpoint : undefined;
    return address !== undefined && URL.canParse(address) ? address : undefined;
  }

  /** The chat itself could not be opened. */
  #fail(error: unknown, question?: string): void {
    const { message, forbidden } = this.host.report(error);
    const words = this.#words;
    const box = failureBox(forbidden ? fill(words.forbidden, { ...forbidden }) : message, words, () => {
      if (question === undefined) this.begin();
      else void this.ask(question).catch(() => undefined);
    });
    this.#thread.replaceChildren(box);
  }

  async #speak(): Promise<void> {
    const { language } = this.host;
    this.#language = language;
    this.#own = this.host.customTexts;
    // Answers in English if the language fails to load.
    const texts = await chatTextsIn(language).catch(() => english);
    if (language !== this.host.language) return;
    this.#texts = texts;
    const words = this.#words;
    const name = (button: HTMLElement, label: string): void =>
      setAll(button, { 'aria-label': label, title: label });
    name(this.#tools, words.tools);
    name(this.#fresh, words.newChat);
    name(this.#end, words.toEnd);
    this.#close.replaceChildren(make('kbd', { 'aria-hidden': 'true' }, 'Esc'), make('span', {}, words.close));
    this.root.setAttribute('aria-label', words.assistant);
    this.#composer.speak(words);
    this.#back(false);
    const talk = await this.#talk?.catch(() => undefined);
    if (!talk) return;
    talk.transcript.speak(words);
    talk.transcript.draw(talk.conversation.turns);
    this.#sayWhere(talk);
  }
}
