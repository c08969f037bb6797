// Choosing who answers: the options here, what each means for the question, and the address and key of the visitor's
// own model.
import { toErrorData } from '../../core/errors.ts';
import { make } from '../dom.ts';
import type { ModelChoice, ModelOffer, SiteChat } from '../site-chat.ts';
import { fill } from '../texts.ts';
import type { ChatTexts } from './text-types.ts';

/** Order in the list: least effort for the visitor first. */
const KINDS: readonly ModelChoice['kind'][] = ['site', 'browser', 'own', 'none'];

export class ModelForm {
  readonly root = make('form', { class: 'model-form', part: 'model-form', novalidate: true });
  readonly #url = make('input', {
    type: 'url',
    inputmode: 'url',
    placeholder: 'https://api.openai.com/v1',
    dir: 'ltr',
  });
  readonly #model = make('input', { type: 'text', dir: 'ltr' });
  readonly #key = make('input', { type: 'password', dir: 'ltr' });
  readonly #keep = make('input', { type: 'checkbox' });
  readonly #said = make('p', { class: 'said', role: 'status' });
  readonly #testButton: HTMLButtonElement;
  readonly #stop = new AbortController();

  /** @param endpoint of the site. @param done called after the choice. */
  constructor(
    private readonly chat: SiteChat,
    private readonly texts: ChatTexts,
    offers: readonly ModelOffer[],
    endpoint: string | undefined,
    done: () => void,
  ) {
    const { model } = chat;
    const own = this.#ownFields();
    const rows = KINDS.flatMap((kind) => {
      const offer = offers.find((each) => each.kind === kind);
      return offer ? [this.#row(offer, endpoint, kind === 'own' ? own : undefined)] : [];
    });
    this.#testButton = make('button', { type: 'button', class: 'button' }, texts.test);
    const use = make('button', { type: 'submit', class: 'button main' }, texts.use);
    const list = make('fieldset', {}, make('legend', { class: 'unseen' }, texts.model), ...rows);
    this.root.append(list, this.#said, make('div', { class: 'choices' }, use, this.#testButton));
    this.#set(model);
    this.root.addEventListener('change', () => this.#show());
    this.root.addEventListener('input', () => this.#say(''));
    this.#testButton.addEventListener('click', () => void this.#test());
    this.root.addEventListener('submit', (event) => {
      event.preventDefault();
      chat.choose(this.#choice).then(done, (error: unknown) => this.#say(toErrorData(error).message, 'bad'));
    });
    this.#show();
  }

  /** Ends a running test. */
  close(): void {
    this.#stop.abort();
  }

  #row({ kind, isDownload }: ModelOffer, endpoint: string | undefined, more?: HTMLElement): HTMLElement {
    const radio = make('input', { type: 'radio', name: 'kind', value: kind });
    const host = endpoint === undefined ? '' : new URL(endpoint).host;
    const hint = fill(this.texts.modelHints[kind], { host });
    const label = make(
      'label',
      {},
      radio,
      make('span', {}, make('strong', {}, this.texts.modelNames[kind])),
      make('span', { class: 'small' }, isDownload ? `${hint} ${this.texts.download}` : hint),
    );
    return make('div', { class: 'kind' }, label, more);
  }

  #ownFields(): HTMLElement {
    const { baseUrl, modelName, key, keyHint, keep, keepHint } = this.texts;
    for (const field of [this.#url, this.#model, this.#key]) {
      for (const name of ['autocomplete', 'autocapitalize', 'autocorrect']) field.setAttribute(name, 'off');
      field.spellcheck = false;
    }
    const row = (label: string, field: HTMLElement, hint?: string): HTMLElement =>
      make(
        'label',
        { class: 'field' },
        make('span', {}, label),
        field,
        hint !== undefined && make('span', { class: 'small' }, hint),
      );
    return make(
      'div',
      { class: 'own', hidden: true },
      row(baseUrl, this.#url),
      row(modelName, this.#model),
      row(key, this.#key, keyHint),
      make(
        'label',
        { class: 'keep' },
        this.#keep,
        make('span', {}, keep),
        make('span', { class: 'small' }, keepHint),
      ),
    );
  }

  get #kind(): ModelChoice['kind'] {
    const chosen = new FormData(this.root).get('kind');
    return KINDS.find((kind) => kind === chosen) ?? 'none';
  }

  get #choice(): ModelChoice {
    const kind = this.#kind;
    if (kind !== 'own') return { kind };
    return {
      kind,
      baseUrl: this.#url.value.trim(),
      model: this.#model.value.trim(),
      key: this.#key.value.trim(),
      keep: this.#keep.checked,
    };
  }

  #set(choice: ModelChoice): void {
    for (const radio of this.root.querySelectorAll<HTMLInputElement>('[name=kind]')) {
      radio.checked = radio.value === choice.kind;
    }
    if (choice.kind !== 'own') return;
    this.#url.value = choice.baseUrl;
    this.#model.value = choice.model;
    this.#key.value = choice.key;
    this.#keep.checked = choice.keep;
  }

  #show(): void {
    const kind = this.#kind;
    const own = this.root.querySelector<HTMLElement>('.own');
    if (own) own.hidden = kind !== 'own';
    this.#testButton.hidden = kind === 'none';
    this.#say('');
  }

  async #test(): Promise<void> {
    this.#say(this.texts.testing);
    this.#testButton.disabled = true;
    try {
      const result = await this.chat.test(this.#choice, this.#stop.signal);
      if (result.ok) this.#say(this.texts.works, 'good');
      else this.#say(result.message, 'bad');
    } catch (error) {
      this.#say(toErrorData(error).message, 'bad');
    } finally {
      this.#testButton.disabled = false;
    }
  }

  #say(text: string, look = ''): void {
    this.#said.textContent = text;
    this.#said.className = `said ${look}`;
  }
}
