// Language models on this device: the list, downloads with pause and delete, files from a folder, and the running
// model.
//
// - Nothing is downloaded before the user asks for it, and no question ever leaves the device.
// - A download belongs to one tab; its files are available to all.
import type { Model } from '../../models/model.ts';
import { DeviceGenerator, type GeneratorWorker } from './on-device.ts';
import type { ModelDtype } from './on-device-messages.ts';
import type { DeviceModel, DeviceModelFacts, DeviceModelPhase } from '../../core/device-model.ts';
import { once } from '../../core/deferred.ts';
import { Failure, isAbort } from '../../core/errors.ts';
import type { ModelSettings } from '../../core/settings.ts';
import { download, hereOf } from './download.ts';
import type { ModelFiles } from './files.ts';
import { askHub, chosen, KNOWN_MODELS, readModelName } from './hub.ts';
import { Listeners } from '../../base/listeners.ts';

export interface DeviceModelsDeps {
  files: ModelFiles;
  fetch: typeof globalThis.fetch;
  start(): GeneratorWorker;
  shared: boolean;
  /** Whether there is a GPU that supports 16-bit floats. */
  hasF16(): Promise<boolean>;
  locks?: Pick<LockManager, 'request'> | undefined;
  storage?: Pick<StorageManager, 'estimate' | 'persist'> | undefined;
}

interface Running {
  phase: Extract<DeviceModelPhase, 'asking' | 'downloading'>;
  here: number;
  abort: AbortController;
}

/** A file from a folder of this computer. */
export type FolderFile = Pick<File, 'size' | 'slice'> & { name: string; webkitRelativePath: string };

export class DeviceModels {
  /** The browser's own model. */
  readonly browser = once(async () => (await import('../../models/language-model.ts')).languageModelGate());
  readonly #deps: DeviceModelsDeps;
  readonly #generator: DeviceGenerator;
  readonly #listeners = new Listeners();
  readonly #running = new Map<string, Running>();
  readonly #problems = new Map<string, string>();
  #hasF16 = false;
  #kept: { facts: DeviceModelFacts; here: number }[] = [];

  constructor(deps: DeviceModelsDeps) {
    this.#deps = deps;
    this.#generator = new DeviceGenerator({
      start: () => deps.start(),
      shared: deps.shared,
      onChange: () => this.#tell(),
    });
  }

  /** Downloaded models first, then those that can be downloaded and would run on this device. */
  get list(): readonly DeviceModel[] {
    const loaded = this.#generator.loaded;
    const here = this.#kept.map(({ facts, here }): DeviceModel => {
      const size = facts.files.reduce((sum, file) => sum + file.size, 0);
      const running = this.#running.get(facts.id);
      return {
        id: facts.id,
        name: facts.name,
        phase: running?.phase ?? (here >= size ? 'ready' : 'paused'),
        license: facts.license,
        note: KNOWN_MODELS.find(({ id }) => id === facts.id)?.note,
        size,
        here: running?.here ?? here,
        contextWindow: facts.contextWindow,
        ...(loaded?.id === facts.id && { runsOn: loaded.device ?? '' }),
        problem: this.#problems.get(facts.id),
      };
    });
    const others = KNOWN_MODELS.flatMap((known): Offered[] => {
      const about = this.#hasF16 ? known.about.f16 : known.about.other;
      const isOffered = about !== undefined && !here.some(({ id }) => id === known.id);
      return isOffered ? [{ ...known, about }] : [];
    });
    const asked = [...this.#running.keys(), ...this.#problems.keys()].filter(
      (id) => ![...here, ...others].some((one) => one.id === id),
    );
    return [
      ...here,
      ...[...new Set(asked)].map((id) => this.#offer({ id, name: id, about: 0 })),
      ...others.map((known) => this.#offer(known)),
    ];
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Reads what is stored. */
  async refresh(): Promise<void> {
    const { files, hasF16 } = this.#deps;
    this.#hasF16 = await hasF16();
    this.#kept = await Promise.all(
      (await files.list()).map(async (facts) => ({
        facts,
        here: hereOf(facts, files, await files.pieces(facts)),
      })),
    );
    this.#tell();
  }

  /**
   * Starts or resumes. Settles when everything is downloaded, paused, or stopped with a `problem`.
   * @param typed the name of a model, or its address on the hub
   * @throws Failure `bad_request` for an invalid name
   */
  async download(typed: string): Promise<void> {
    const id = readModelName(typed);
    if (this.#running.has(id)) return;
    const running: Running = { phase: 'asking', here: 0, abort: new AbortController() };
    this.#running.set(id, running);
    this.#problems.delete(id);
    this.#tell();
    try {
      await this.#alone(id, () => this.#bring(id, running));
    } catch (error) {
      if (!isAbort(error)) this.#problems.set(id, error instanceof Error ? error.message : String(error));
    } finally {
      this.#running.delete(id);
      await this.refresh();
    }
  }

  pause(id: string): void {
    this.#running.get(id)?.abort.abort();
  }

  /** Deletes its files and frees its memory. */
  async remove(id: string): Promise<void> {
    this.pause(id);
    if (this.#generator.loaded?.id === id) this.#generator.dispose('The model was deleted.');
    this.#problems.delete(id);
    await this.#alone(id, () => this.#deps.files.remove(id), true);
    await this.refresh();
  }

  /**
   * Copies a model from a folder.
   * @returns its id
   * @throws Failure when the folder contains no model, or there is no room
   */
  async addFolder(list: readonly FolderFile[]): Promise<string> {
    const root = list
      .find(({ name }) => name === 'config.json')
      ?.webkitRelativePath.replace(/config\.json$/, '');
    if (root === undefined)
      throw new Failure('bad_request', 'This folder contains no model: config.json is missing.');
    const inside = list.filter(({ webkitRelativePath: path }) => path.startsWith(root));
    const byPath = new Map(inside.map((file) => [file.webkitRelativePath.slice(root.length), file]));
    const parts = chosen(
      [...byPath].map(([path, { size }]) => ({ path, size })),
      await this.#deps.hasF16(),
    );
    const name = root.replace(/\/$/, '').split('/').at(-1) ?? '';
    const id = `folder/${name.replace(/[^\w.-]+/g, '-') || 'model'}`;
    const facts: DeviceModelFacts = { id, name: name || 'Model', from: 'folder', ...parts };
    const { files } = this.#deps;
    await this.#room(facts, 0);
    await this.#alone(id, async () => {
      await files.keep(facts);
      try {
        for (const file of facts.files) {
          const source = byPath.get(file.path)!;
          for (let piece = 0; piece < files.countOf(file); piece++) {
            const from = piece * files.piece;
            const blob = source.slice(from, from + files.sizeOf(file, piece));
            await files.write(id, file.path, piece, new Uint8Array(await blob.arrayBuffer()));
          }
        }
        await this.#learn(facts);
      } catch (error) {
        await files.remove(id);
        throw error;
      }
    });
    await this.refresh();
    return id;
  }

  /**
   * Opens the model named in the settings.
   * @throws Failure `not_found` when it is not fully downloaded
   */
  async connect({ model: id, parameters, contextWindow: own }: ModelSettings): Promise<Model> {
    const { files } = this.#deps;
    const facts = await files.facts(id);
    const isWhole =
      facts !== undefined &&
      hereOf(facts, files, await files.pieces(facts)) >= facts.files.reduce((sum, { size }) => sum + size, 0);
    if (!isWhole) {
      throw new Failure(
        'not_found',
        `The model ${id} is no longer on this device. Download it in Settings, or choose another one.`,
      );
    }
    const { externalData, contextWindow } = facts;
    const place = { id, dtype: facts.dtype as ModelDtype, externalData };
    return this.#generator.model(place, parameters, own ?? contextWindow);
  }

  /** Frees the model's memory. */
  dispose(): void {
    this.#generator.dispose();
  }

  async #bring(id: string, running: Running): Promise<void> {
    const { files, fetch, hasF16 } = this.#deps;
    const { signal } = running.abort;
    let facts = await files.facts(id);
    if (!facts) {
      facts = await askHub(id, { fetch, hasF16: await hasF16(), signal });
      await files.keep(facts);
    }
    running.here = hereOf(facts, files, await files.pieces(facts));
    await this.#room(facts, running.here);
    running.phase = 'downloading';
    await this.refresh();
    await download(facts, files, {
      fetch,
      signal,
      onProgress: (here) => {
        running.here = here;
        this.#tell();
      },
    });
    await this.#learn(facts);
  }

  /** Reads facts for the user from the model's configuration. */
  async #learn(facts: DeviceModelFacts): Promise<void> {
    const { files } = this.#deps;
    const config = (await (await files.open(`${facts.id}/config.json`))?.json().catch(() => undefined)) as
      { max_position_embeddings?: unknown } | undefined;
    const window = config?.max_position_embeddings;
    if (typeof window !== 'number' || window <= 0) return;
    await files.keep({ ...facts, contextWindow: Math.min(window, MOST_WINDOW) });
  }

  async #room({ files }: DeviceModelFacts, here: number): Promise<void> {
    const { storage } = this.#deps;
    // Otherwise, a browser short of space would delete this first.
    await storage?.persist?.().catch(() => false);
    const { quota, usage = 0 } = (await storage?.estimate?.().catch(() => undefined)) ?? {};
    const needed = files.reduce((sum, { size }) => sum + size, 0) - here;
    if (quota === undefined || quota - usage > needed) return;
    const [wanted, free] = [needed, Math.max(0, quota - usage)].map((bytes) => Math.round(bytes / 1e6));
    throw new Failure('too_large', `This model needs ${wanted} MB more, but only ${free} MB is free.`);
  }

  /** One tab at a time changes a model's files. */
  async #alone(id: string, work: () => Promise<void>, waits = false): Promise<void> {
    const { locks } = this.#deps;
    if (!locks) return work();
    await locks.request(`perilune-device-model:${id}`, { ifAvailable: !waits }, async (lock) => {
      if (!lock) throw new Failure('conflict', 'Another tab is downloading this model.');
      await work();
    });
  }

  #offer({ id, name, about, license, note }: Offered): DeviceModel {
    const running = this.#running.get(id);
    const phase = running?.phase ?? 'offered';
    return { id, name, phase, license, note, size: about, here: 0, problem: this.#problems.get(id) };
  }

  #tell(): void {
    this.#listeners.tell();
  }
}

/** The worker has the same limit. */
const MOST_WINDOW = 8_192;

interface Offered {
  id: string;
  name: string;
  about: number;
  license?: string;
  note?: string;
}
