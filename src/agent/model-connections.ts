// Connects the models in the settings: the chosen one with its key and parameters, and others as fallback.
//
// - A stored key is sent only to the origin that its connection is saved with.
// - A secret in a header is sent only to the hosts that it is limited to.
// - A model on this device that was chosen for a conversation is never replaced by a remote one.
import { chosenModel } from '../core/chosen-model.ts';
import { Failure } from '../core/errors.ts';
import { expand, namesIn } from '../core/placeholders.ts';
import { headerProblem } from '../core/request-headers.ts';
import { secretsForHost } from '../core/secrets-for-host.ts';
import type { Secret } from '../core/secrets.ts';
import type { ModelChoice } from '../core/model-choice.ts';
import {
  connectionsOf,
  DEFAULT_CONNECTION,
  type ModelConnection,
  type ModelSettings,
  type Settings,
} from '../core/settings.ts';
import { originOf } from '../models/connection-keys.ts';
import { connectModel, listModels, testConnection, testModel, type TestResult } from '../models/connect.ts';
import { isLocal, type EndpointOptions } from '../models/endpoint.ts';
import { firstThatAnswers, type Candidate } from '../models/fallback.ts';
import { QuirksByEndpoint } from '../models/endpoint-quirks.ts';
import type { LocalServers } from '../models/local-servers.ts';
import type { Model } from '../models/model.ts';

/** What models need of the page. */
export interface LocalModels {
  /** Sends requests to endpoints. Default: the page's own. */
  fetch?: typeof fetch;
  /** Connects a model that runs in this page. */
  device?(settings: ModelSettings): Promise<Model>;
  /** Connects the browser's built-in model. */
  browser?(settings: ModelSettings): Promise<Model>;
}

export class ModelConnections {
  readonly #settings: () => Settings;
  readonly #key: (connection: string) => Promise<string | undefined>;
  readonly #reveal: (names: string[]) => Promise<Secret[]>;
  readonly #local: LocalModels;
  readonly #quirks = new QuirksByEndpoint();

  constructor(
    settings: () => Settings,
    key: (connection: string) => Promise<string | undefined>,
    reveal: (names: string[]) => Promise<Secret[]>,
    local: LocalModels,
  ) {
    this.#settings = settings;
    this.#key = key;
    this.#reveal = reveal;
    this.#local = local;
  }

  /** Undefined: no model answers. @throws Failure when the chosen one is gone. */
  async connect(choice?: ModelChoice): Promise<Model | undefined> {
    const settings = this.#settings();
    const first = chosenModel(settings, choice);
    if (first === 'gone') throw new Failure('unavailable', GONE);
    if (!first) return undefined;
    const stays = choice !== undefined && isHere(first);
    const others = connectionsOf(settings).filter(({ id }) => settings.fallback && id !== first.id);
    return firstThatAnswers(
      [first, ...others.filter((one) => !stays || isHere(one))].map((one) => this.#candidate(one)),
    );
  }

  async list(
    at: Pick<ModelSettings, 'baseUrl' | 'headers'>,
    key: string | undefined,
    signal: AbortSignal,
    connection: string,
  ): Promise<string[]> {
    const used = key ?? (await this.#keyFor(connection, at.baseUrl));
    return listModels(await this.#withHeaders(at), used, signal, this.#options());
  }

  async test(
    settings: ModelSettings,
    key: string | undefined,
    signal: AbortSignal,
    connection: string,
  ): Promise<TestResult> {
    if (settings.kind && settings.kind !== 'endpoint') {
      const tested = await testModel(() => this.#open({ ...settings, id: connection, name: '' }), signal);
      return tested.ok ? { ok: true, models: 0 } : tested;
    }
    const used = key ?? (await this.#keyFor(connection, settings.baseUrl));
    return testConnection(await this.#withHeaders(settings), used, signal, this.#options());
  }

  /** Finds model servers on this computer. */
  async findServers(signal: AbortSignal): Promise<LocalServers> {
    const { findLocalServers } = await import('../models/local-servers.ts');
    return findLocalServers(signal, this.#local.fetch && { fetch: this.#local.fetch });
  }

  /** Returns the browser's permission state for reaching this computer. */
  async localAccess() {
    return (await import('../models/local-servers.ts')).localAccess();
  }

  #options(): EndpointOptions {
    const { fetch } = this.#local;
    return { quirks: this.#quirks, ...(fetch && { fetch }) };
  }

  async #keyFor(connection: string, baseUrl: string): Promise<string | undefined> {
    const { model, models } = this.#settings();
    const saved = connection === DEFAULT_CONNECTION ? model : models.find(({ id }) => id === connection);
    const origin = originOf(saved?.baseUrl);
    return origin !== undefined && origin === originOf(baseUrl) ? this.#key(connection) : undefined;
  }

  /** Inserts the secrets named in its headers. @throws Failure when one is missing, locked, or limited to other hosts. */
  async #withHeaders<T extends Pick<ModelSettings, 'baseUrl' | 'headers'>>(settings: T): Promise<T> {
    const { headers } = settings;
    if (!headers) return settings;
    for (const [name, value] of Object.entries(headers)) {
      const problem = headerProblem(name, value);
      if (problem !== undefined) throw new Failure('bad_request', problem);
    }
    const host = originOf(settings.baseUrl) ? new URL(settings.baseUrl.trim()).host : '';
    const values = await secretsForHost(host, namesIn(headers), this.#reveal);
    return { ...settings, headers: expand(headers, values) as Record<string, string> };
  }

  #candidate(connection: ModelConnection): Candidate {
    return {
      name: connection.name || connection.model || 'The model of this browser',
      connect: () => this.#open(connection),
    };
  }

  async #open(connection: ModelConnection): Promise<Model> {
    const { kind = 'endpoint', id, baseUrl } = connection;
    if (kind === 'endpoint') {
      const key = await this.#keyFor(id, baseUrl);
      return connectModel(await this.#withHeaders(connection), key, this.#options());
    }
    const { leavingPicturesOut } = await import('../models/pictures.ts');
    const model = await this.#local[kind]?.(connection);
    if (model) return leavingPicturesOut(model);
    if (kind === 'browser') {
      const { languageModelGate } = await import('../models/language-model.ts');
      return leavingPicturesOut(languageModelGate().model());
    }
    throw new Failure('unavailable', 'Models cannot run in this page. Choose another one in Settings.');
  }
}

const GONE =
  'The model of this chat is no longer connected. Choose another one below the question, or connect it again in Settings.';

/** Tells whether the model runs on this device, so that texts stay here. */
function isHere({ kind = 'endpoint', baseUrl }: ModelSettings): boolean {
  return kind !== 'endpoint' || (URL.canParse(baseUrl) && isLocal(baseUrl));
}
