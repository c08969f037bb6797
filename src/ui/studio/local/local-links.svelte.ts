// The links of this browser as the page reads them, and the single tab that watches files. Starts once; every tab
// shows the same.
import type { App } from '../../../apps/web/app.ts';
import type { LinkedTool, LocalHandle, LocalLink } from '../../../core/local-link.ts';
import { toErrorData } from '../../../core/errors.ts';
import type { Tool } from '../../../core/tool.ts';
import { toasts } from '../../components/toasts.svelte.ts';
import { everyDraft } from '../drafts.ts';
import type { EditorState } from '../editor-state.svelte.ts';
import { LinkEngine, type SaveOutcome } from './link-engine.ts';
import { watchHandle, type WatchAround } from './watch-handle.ts';

type LocalApp = Pick<App, 'tools' | 'toolParts'>;

/** One tab watches links, holding the first lock; reads and writes take the second, one tab at a time. */
const WATCH_LOCK = 'perilune-links-watch';
const WORK_LOCK = 'perilune-links';
/** Milliseconds. Groups consecutive registry changes. */
const SETTLE_MS = 400;
/** Milliseconds until a retry after a temporary failure: a sandbox that did not start, a half-written file. */
const RETRY_MS = 3000;

const AROUND: WatchAround = {
  Observer: (globalThis as { FileSystemObserver?: WatchAround['Observer'] }).FileSystemObserver,
  later(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  visible: () => document.visibilityState === 'visible',
  now: () => performance.now(),
};

/** Stored outside the database, so that a start without links need not open it. See `main.ts`. */
export const HAS_LINKS = 'perilune:has-links';

function rememberLinks(any: boolean): void {
  try {
    if (any) localStorage.setItem(HAS_LINKS, '1');
    else localStorage.removeItem(HAS_LINKS);
  } catch {
    // The studio then starts watching.
  }
}

function exclusive<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager };
  return locks ? locks.request(WORK_LOCK, work) : work();
}

class LocalLinks {
  /** Folder of the tool whose save waits for a decision, since its file has changed. */
  asking = $state<string>();
  #links = $state.raw<readonly LocalLink[]>([]);
  #starting: Promise<LinkEngine> | undefined;
  readonly #watched = new Map<string, () => void>();
  #leads = false;

  /** Reads the links and watches their files, in one tab. */
  start(app: LocalApp): Promise<LinkEngine> {
    this.#starting ??= this.#start(app).catch((error: unknown) => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  /** The link of a tool. */
  of(tool: Pick<Tool, 'folder'>): { link: LocalLink; linked: LinkedTool } | undefined {
    for (const link of this.#links) {
      const linked = link.tools.find(({ folder }) => folder === tool.folder);
      if (linked) return { link, linked };
    }
    return undefined;
  }

  /** Links what was just installed. Reports a failure: the tools are installed anyway. */
  async link(app: LocalApp, handle: LocalHandle, name: string, tools: readonly Tool[]): Promise<void> {
    if (tools.length === 0) return;
    try {
      const engine = await this.start(app);
      const id = await engine.link(handle, name, tools);
      await engine.look(id);
    } catch (error) {
      toasts.problem(`${name} was not linked: ${toErrorData(error, 'unavailable').message}`);
    }
  }

  /**
   * Saves a tool, and writes its linked file.
   * @param over overwrites the file, whatever it contains now
   */
  async save(
    app: LocalApp,
    tool: Tool,
    work: () => Promise<Tool | undefined>,
    over = false,
  ): Promise<SaveOutcome> {
    const found = this.of(tool);
    if (!found) return (await work()) ? 'saved' : 'failed';
    // During the click: later the browser refuses to ask. The answer shows when the file is written.
    await found.link.handle.requestPermission?.({ mode: 'readwrite' }).catch(() => undefined);
    return (await this.start(app)).save(tool.folder, work, over);
  }

  /** Saves the editor's texts. Returns the name it is called by; undefined on failure, shown on the page. */
  async saveBench(
    app: LocalApp,
    tool: Tool,
    bench: Pick<EditorState, 'save'>,
    over = false,
  ): Promise<string | undefined> {
    let name: string | undefined;
    const work = async (): Promise<Tool | undefined> => {
      name = await bench.save();
      return name === undefined ? undefined : app.tools.get(name);
    };
    const outcome = await this.save(app, tool, work, over);
    if (outcome === 'asks') this.asking = tool.folder;
    if (outcome === 'unwritten') {
      const { linked } = this.of(tool) ?? {};
      toasts.problem(`The tool is saved. ${linked?.trouble?.message ?? 'The file was not written.'}`);
    }
    return name;
  }

  /** Asks the browser again; must be called during a click. */
  async allowAgain(app: LocalApp, link: LocalLink): Promise<void> {
    const answer = await link.handle.requestPermission?.({ mode: 'read' }).catch(() => 'denied' as const);
    if (answer === 'denied') {
      toasts.problem(
        `The browser does not let Perilune read ${link.name}. Allow access in the site settings next to the address, or unlink the tool.`,
      );
    }
    await (await this.start(app)).look(link.id);
  }

  async #start(app: LocalApp): Promise<LinkEngine> {
    const table = await app.toolParts.links();
    const engine = new LinkEngine({
      table,
      tools: app.tools,
      read: async (files) => (await (await app.toolParts.operations()).preview(files)).bundles,
      check: async (source, fileName, files) => {
        const { errors } = await (await app.toolParts.operations()).validate(source, { fileName, files });
        const [first] = errors;
        if (!first) return undefined;
        const place = first.line === undefined ? '' : `${first.file ?? fileName}, line ${first.line}: `;
        return place + first.message + (/[.!?]$/.test(first.message) ? '' : '.');
      },
      hasDraft: (name) => everyDraft(name).size > 0,
      exclusive,
      newId: () => crypto.randomUUID(),
    });
    const read = async (): Promise<void> => {
      this.#links = await table.all();
      rememberLinks(this.#links.length > 0);
      this.#watch(engine);
    };
    table.onChange(() => void read());
    await read();
    app.tools.onChange(this.#afterChanges(engine));
    this.#lead(engine);
    return engine;
  }

  /** One tab watches: the first, as long as it lives. Polling needs a visible tab. */
  #lead(engine: LinkEngine): void {
    let giveUp: () => void = () => undefined;
    const lead = (): Promise<void> => {
      this.#leads = true;
      this.#watch(engine);
      return new Promise((resolve) => {
        giveUp = () => {
          this.#leads = false;
          for (const stop of this.#watched.values()) stop();
          this.#watched.clear();
          resolve();
        };
      });
    };
    const { locks } = navigator as { locks?: LockManager };
    if (!locks) return void lead();
    let waiting: AbortController | undefined;
    const ask = (): void => {
      const { signal } = (waiting = new AbortController());
      locks.request(WATCH_LOCK, { signal }, lead).catch(() => undefined);
    };
    if (AROUND.Observer || AROUND.visible()) ask();
    if (AROUND.Observer) return;
    document.addEventListener('visibilitychange', () => {
      waiting?.abort();
      giveUp();
      if (AROUND.visible()) ask();
    });
  }

  /** Watches each link once, and no removed ones. */
  #watch(engine: LinkEngine): void {
    if (!this.#leads) return;
    const ids = new Set(this.#links.map(({ id }) => id));
    for (const [id, stop] of this.#watched) {
      if (ids.has(id)) continue;
      stop();
      this.#watched.delete(id);
    }
    for (const { id, handle } of this.#links) {
      if (this.#watched.has(id)) continue;
      let callOff = (): void => undefined;
      const look = async (): Promise<void> => {
        callOff();
        const settled = await engine.look(id).catch(() => false);
        if (!settled && this.#watched.has(id)) callOff = AROUND.later(RETRY_MS, () => void look());
      };
      const stop = watchHandle(handle, () => void look(), AROUND);
      this.#watched.set(id, () => {
        callOff();
        stop();
      });
    }
  }

  /** After an install by another way, the tool may differ from its file. */
  #afterChanges(engine: LinkEngine): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    return () => {
      if (!this.#leads || this.#links.length === 0) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        for (const { id } of this.#links) void engine.look(id).catch(() => undefined);
      }, SETTLE_MS);
    };
  }
}

export const localLinks = new LocalLinks();
