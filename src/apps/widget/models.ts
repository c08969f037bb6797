// The models of a site's chat: the choices, the visitor's choice, and the connection. Nothing is sent, loaded or
// stored before the visitor wants it.
import type { LanguageModelGate } from '../../models/language-model.ts';
import { readBaseUrl } from '../../models/endpoint.ts';
import type { Model } from '../../models/model.ts';
import { Failure } from '../../core/errors.ts';
import { isSafeForSecrets } from '../../core/hosts.ts';
import { isObject } from '../../base/json.ts';
import type { KeyStore } from '../../widget/recent-searches.ts';
import type { ModelChoice, ModelOffer, SiteChatPlace } from '../../widget/site-chat.ts';

/** The browser's part; tests pass their own. */
export interface ModelSurroundings {
  /** Throws when the browser stores nothing. */
  store(): KeyStore;
  fetch: typeof fetch;
}

const BROWSER: ModelSurroundings = {
  store: () => localStorage,
  fetch: (input, init) => fetch(input, init),
};

type OwnChoice = Extract<ModelChoice, { kind: 'own' }>;
type Tested = { ok: true } | { ok: false; message: string };

export class SiteModels {
  readonly #place: SiteChatPlace;
  readonly #browser: ModelSurroundings;
  readonly #key: string;
  #choice: ModelChoice;

  constructor(place: SiteChatPlace, browser = BROWSER) {
    this.#place = place;
    this.#browser = browser;
    this.#key = `perilune:model:${place.packName}`;
    this.#choice = this.#kept() ?? (place.endpoint === undefined ? { kind: 'none' } : { kind: 'site' });
  }

  get choice(): ModelChoice {
    return this.#choice;
  }

  async offers(): Promise<ModelOffer[]> {
    const built = await this.#gate().then((gate) => gate.availability());
    return [
      { kind: 'none' },
      ...(this.#place.endpoint === undefined ? [] : [{ kind: 'site' } as const]),
      { kind: 'own' },
      ...(built === 'unavailable'
        ? []
        : [{ kind: 'browser', ...(built !== 'available' && { isDownload: true }) } as const]),
    ];
  }

  /** @throws Failure `bad_request` for an invalid choice, `unavailable` for a missing model. */
  async choose(choice: ModelChoice): Promise<void> {
    const checked = await this.#check(choice);
    // Before it takes effect: what a visitor does not want stored is deleted, whatever happens then.
    this.#keep(checked);
    this.#choice = checked;
  }

  /** The model that answers; undefined: search answers. */
  async connect(choice = this.#choice): Promise<Model | undefined> {
    switch (choice.kind) {
      case 'none':
        return undefined;
      case 'browser':
        return (await this.#gate()).model();
      case 'site': {
        const { connectModel } = await connections();
        const { endpoint = '', endpointModel, site } = this.#place;
        const baseUrl = URL.canParse(endpoint, site) ? new URL(endpoint, site).href : endpoint;
        // After a rate limit, the visitor decides how long to wait, not the page.
        const options = { fetch: this.#fetch(false), retries: 0 };
        return connectModel({ baseUrl, model: endpointModel, api: 'chat' }, undefined, options);
      }
      case 'own': {
        const { connectModel } = await connections();
        const { baseUrl, model, key } = choice;
        return connectModel({ baseUrl, model, api: 'auto' }, key, {
          fetch: this.#fetch(key !== ''),
          retries: 1,
        });
      }
    }
  }

  async test(choice: ModelChoice, signal: AbortSignal): Promise<Tested> {
    try {
      const checked = await this.#check(choice);
      if (checked.kind === 'none') return { ok: true };
      if (checked.kind === 'browser' && (await (await this.#gate()).availability()) !== 'available') {
        return { ok: false, message: 'The browser downloads its model with the first question.' };
      }
      const { testConnection, testModel } = await connections();
      if (checked.kind === 'own') {
        const { baseUrl, model, key } = checked;
        const options = { fetch: this.#fetch(key !== ''), retries: 0 };
        return await testConnection({ baseUrl, model, api: 'auto' }, key, signal, options);
      }
      return await testModel(async () => (await this.connect(checked)) as Model, signal);
    } catch (error) {
      signal.throwIfAborted();
      return { ok: false, message: error instanceof Error ? error.message : String(error) };
    }
  }

  async #check(choice: ModelChoice): Promise<ModelChoice> {
    if (choice.kind === 'own') return ownChoice(choice);
    if (choice.kind === 'site' && this.#place.endpoint === undefined) {
      throw new Failure('bad_request', 'This site has no model.');
    }
    if (choice.kind === 'browser' && (await (await this.#gate()).availability()) === 'unavailable') {
      throw new Failure('unavailable', 'This browser has no built-in model on this device.');
    }
    return { kind: choice.kind };
  }

  async #gate(): Promise<LanguageModelGate> {
    const { languageModelGate } = await import('../../models/language-model.ts');
    return languageModelGate();
  }

  /** Sends neither cookies nor the page's address, and never follows a redirect with a key. */
  #fetch(hasKey: boolean): typeof fetch {
    return (input, init) =>
      this.#browser.fetch(input, {
        ...init,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        // A `no-cors` request carries no key, and must follow redirects.
        ...(hasKey && init?.mode !== 'no-cors' && { redirect: 'error' }),
      });
  }

  #kept(): OwnChoice | undefined {
    try {
      const kept: unknown = JSON.parse(this.#browser.store().getItem(this.#key) ?? 'null');
      if (!isObject(kept)) return undefined;
      const { baseUrl, model, key } = kept;
      if (typeof baseUrl !== 'string' || typeof model !== 'string' || typeof key !== 'string')
        return undefined;
      return ownChoice({ kind: 'own', baseUrl, model, key, keep: true });
    } catch {
      return undefined;
    }
  }

  #keep(choice: ModelChoice): void {
    try {
      const store = this.#browser.store();
      store.removeItem(this.#key);
      if (choice.kind !== 'own' || !choice.keep) return;
      const { baseUrl, model, key } = choice;
      store.setItem(this.#key, JSON.stringify({ baseUrl, model, key }));
    } catch {
      // The browser stores nothing: the choice lasts as long as the page.
    }
  }
}

function ownChoice({ baseUrl, model, key, keep }: OwnChoice): OwnChoice {
  const url = readBaseUrl(baseUrl);
  const { protocol, hostname } = new URL(url);
  const named = model.trim();
  const secret = key.trim();
  if (named === '') throw new Failure('bad_request', 'Enter the name of the model.');
  if (secret !== '' && !isSafeForSecrets({ protocol, hostname })) {
    throw new Failure(
      'bad_request',
      `Anyone on the network path to ${hostname} could read the key: use an address that begins with https.`,
    );
  }
  return { kind: 'own', baseUrl: url, model: named, key: secret, keep };
}

/** Loads when a model is first asked. */
function connections() {
  return import('../../models/connect.ts');
}
