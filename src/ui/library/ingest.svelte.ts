// Adding documents to the library: one batch at a time, visible from every screen, with a report at the end.
import type { App } from '../../apps/web/app.ts';
import { toErrorData } from '../../core/errors.ts';
import { PauseController } from '../../base/pause-controller.ts';
import { isObject } from '../../base/json.ts';
import type { AddProgress, AddReport } from '../../core/document.ts';
import type { NotKept } from '../../core/original.ts';
import { ingestShown } from './ingest-shown.svelte.ts';
import { lackOfRoom, LOW, type Room, spaceLeft } from './room.ts';
import { type Left, together, Unfinished } from './unfinished.ts';

export interface Skipped {
  name: string;
  reason: string;
  unchanged?: true;
}

export interface IngestReport {
  documents: number;
  passages: number;
  skipped: Skipped[];
  /** Documents that already existed. */
  unchanged: number;
  /** Files whose text was added without their original. */
  withoutOriginal: NotKept[];
  /** The user cancelled. */
  cancelled: boolean;
  /** A sentence, when the whole batch failed. */
  problem?: string;
  /** What was not added, because it ended early. */
  left?: Left;
}

/** A question before documents are added: space may be short; or they are `shared`, from outside. */
export type Question = { room: Room } | { shared: string };

type Knowledge = Pick<App['knowledge'], 'add'>;
export type Item = Exclude<Parameters<Knowledge['add']>[0][number], { document: unknown }>;

/** Milliseconds until a report closes by itself. One that asks for something stays. */
const READ_MS = { little: 10_000, more: 20_000, list: 60_000 } as const;
/** Milliseconds between two checks of the free space. */
const LOOK_MS = 5000;

const NOTHING: IngestReport = {
  documents: 0,
  passages: 0,
  skipped: [],
  unchanged: 0,
  withoutOriginal: [],
  cancelled: false,
};

class Ingest {
  #progress = $state.raw<AddProgress>();
  #report = $state.raw<IngestReport>();
  #batches = $state(0);
  #paused = $state(false);
  #question = $state.raw<Question & { answer(go: boolean): void }>();
  #low = $state<number>();
  #last: Promise<boolean> = Promise.resolve(true);
  #controller = new AbortController();
  readonly #pause = new PauseController();
  #looked = 0;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  /** The current progress; undefined when idle. */
  get progress(): AddProgress | undefined {
    return this.#progress;
  }

  /** Number of waiting batches. */
  get waiting(): number {
    return Math.max(0, this.#batches - 1);
  }

  /** The user asked to pause; `progress.held` confirms it. */
  get paused(): boolean {
    return this.#paused;
  }

  /** Waits for `answer`. */
  get question(): Question | undefined {
    return this.#question;
  }

  /** Free bytes, when few. */
  get low(): number | undefined {
    return this.#low;
  }

  /** The combined result of consecutive batches; undefined until done, and once closed. */
  get report(): IngestReport | undefined {
    return this.#batches > 0 ? undefined : this.#report;
  }

  /**
   * Adds a batch; `skipped` are entries that could not even be opened. Never rejects.
   * @returns false when storage failed: missing documents can then be added again.
   */
  add(knowledge: Knowledge, items: Item[], skipped: Skipped[] = []): Promise<boolean> {
    if (this.#batches === 0) {
      clearTimeout(this.#leaving);
      this.#report = NOTHING;
      this.#controller = new AbortController();
      this.resume();
      this.#low = undefined;
      ingestShown.set(true);
    }
    this.#batches += 1;
    const { signal } = this.#controller;
    const turn = this.#last.then(async () => {
      const stored = await this.#run(knowledge, items, skipped, signal);
      this.#progress = undefined;
      this.#batches -= 1;
      if (this.#batches === 0) this.#leaveLater();
      return stored;
    });
    this.#last = turn;
    return turn;
  }

  /** Settles when all batches so far are done; false as `add` returns it for the last batch. */
  get settled(): Promise<boolean> {
    return this.#last;
  }

  /** Stops after the current item; documents already added stay. */
  cancel(): void {
    this.#controller.abort();
    this.answer(false);
  }

  /** Pauses after the current item, with everything before it in the library. */
  pause(): void {
    this.#paused = true;
    this.#pause.set(true);
  }

  resume(): void {
    this.#paused = false;
    this.#pause.set(false);
  }

  answer(go: boolean): void {
    this.#question?.answer(go);
    this.#question = undefined;
  }

  /** Asks whether to add content from outside. @param shared description of it */
  async wants(shared: string): Promise<boolean> {
    await this.#last;
    ingestShown.set(true);
    const go = await this.#ask({ shared });
    if (this.#batches === 0 && !this.#report) ingestShown.set(false);
    return go;
  }

  /** Reports what an earlier page did not finish. */
  tell(left: Left): void {
    this.#report = { ...(this.#report ?? NOTHING), left: this.#leftWith(left) };
    ingestShown.set(true);
  }

  close(): void {
    this.#report = undefined;
    if (this.#batches === 0) ingestShown.set(false);
  }

  /** The report has grown: keeps it open longer. */
  stay(): void {
    if (this.#leaving !== undefined) this.#leaveLater(READ_MS.more);
  }

  /** A person looks into the report: it stays until they close it. */
  keep(): void {
    clearTimeout(this.#leaving);
    this.#leaving = undefined;
  }

  #leaveLater(least: number = READ_MS.little): void {
    this.keep();
    const report = this.#report;
    if (!report || report.problem || report.cancelled || report.left) return;
    const hasList = report.skipped.length > 0 || report.withoutOriginal.length > 0;
    const leave = (): void => {
      if (this.#report !== report) return;
      // Nobody reads it while another tab is in front.
      if (globalThis.document?.hidden) this.#leaveLater(least);
      else this.close();
    };
    this.#leaving = setTimeout(leave, hasList ? READ_MS.list : least);
  }

  async #run(knowledge: Knowledge, given: Item[], skipped: Skipped[], signal: AbortSignal): Promise<boolean> {
    const items = picturesLast(given);
    const before = this.#report ?? NOTHING;
    this.#report = { ...before, skipped: [...before.skipped, ...skipped] };
    if (items.length === 0 || signal.aborted) return true;
    const unfinished = new Unfinished(items.map(nameOf));
    try {
      const room = await lackOfRoom(items);
      if (signal.aborted || (room && !(await this.#ask({ room })))) {
        this.#report = { ...this.#report, cancelled: true, left: this.#leftWith(unfinished.left) };
        return true;
      }
      this.#progress = { done: 0, total: items.length, name: '' };
      const onProgress = (now: AddProgress): void => {
        this.#progress = now;
        unfinished.save(now.saved ?? 0);
        void this.#lookForRoom();
      };
      this.#take(await knowledge.add(items, { signal, pause: this.#pause, onProgress }), signal);
      return true;
    } catch (error) {
      const { code, message, details } = toErrorData(error, 'unavailable');
      // Documents written before stay, and the failure carries their report.
      if (isObject(details)) this.#take(details as unknown as AddReport, signal);
      const now = { ...this.#report, left: this.#leftWith(unfinished.left) };
      if (code === 'cancelled') this.#report = { ...now, cancelled: true };
      else this.#report = { ...now, problem: `The documents could not be added: ${message}` };
      return code === 'cancelled';
    } finally {
      unfinished.end();
    }
  }

  #ask(question: Question): Promise<boolean> {
    return new Promise((answer) => (this.#question = { ...question, answer }));
  }

  async #lookForRoom(): Promise<void> {
    const now = performance.now();
    if (now - this.#looked < LOOK_MS) return;
    this.#looked = now;
    const left = await spaceLeft();
    this.#low = left !== undefined && left < LOW ? left : undefined;
  }

  #leftWith(left: Left): Left {
    const before = this.#report?.left;
    return before ? together([before, left]) : left;
  }

  #take(added: AddReport, signal: AbortSignal): void {
    const before = this.#report ?? NOTHING;
    this.#report = {
      ...before,
      documents: before.documents + added.documents,
      passages: before.passages + added.chunks,
      skipped: [...before.skipped, ...added.skipped],
      unchanged: before.unchanged + (added.unchanged ?? 0),
      withoutOriginal: [...before.withoutOriginal, ...(added.withoutOriginal ?? [])],
      cancelled: before.cancelled || signal.aborted,
    };
  }
}

function nameOf(item: Item, index: number): string {
  if (item instanceof File) return item.webkitRelativePath || item.name;
  if ('file' in item) return item.path || item.file.name;
  return item.title || item.source_id || `Document ${index + 1}`;
}

/** OCR takes seconds per image, so texts come first. */
function picturesLast(items: readonly Item[]): Item[] {
  const isPicture = (item: Item): boolean => /\.(?:png|jpe?g|gif|webp|bmp)$/i.test(nameOf(item, 0));
  return [...items.filter((item) => !isPicture(item)), ...items.filter(isPicture)];
}

export const ingest = new Ingest();
