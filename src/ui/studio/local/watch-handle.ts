// Reports changes behind a handle: by the browser's observer if available, else by polling.
import type { LocalHandle } from '../../../core/local-link.ts';
import { fingerprint } from './disk.ts';

/** Milliseconds. An editor's save causes several events in a row. */
const SETTLE_MS = 100;
/** Milliseconds between polls while the page is visible. */
const LOOK_MS = 1000;
/** An observer misses what systems do not report: network drives, replaced files. */
const LOOK_BESIDE_OBSERVER_MS = 2500;
/** Polling a large folder takes at most a tenth of the time. */
const REST = 10;

interface Observer {
  observe(handle: LocalHandle, options: { recursive: boolean }): Promise<void>;
  disconnect(): void;
}

/** The part of the browser that watching needs. */
export interface WatchAround {
  /** `FileSystemObserver`, in Chromium since 133. */
  Observer?: (new (tell: () => void) => Observer) | undefined;
  /** Runs once, after these milliseconds. Returns a function that cancels it. */
  later(milliseconds: number, run: () => void): () => void;
  visible(): boolean;
  now(): number;
}

/**
 * @returns a function that stops. `changed` is also called at the beginning: files may have changed since the last
 *   visit.
 */
export function watchHandle(handle: LocalHandle, changed: () => void, around: WatchAround): () => void {
  let stopped = false;
  let callOff: () => void = () => undefined;
  let settle: (() => void) | undefined;
  let last: string | undefined;
  const tell = (): void => {
    settle?.();
    settle = around.later(SETTLE_MS, changed);
  };
  let every = LOOK_MS;
  const { Observer } = around;
  const observer = Observer && new Observer(tell);
  observer?.observe(handle, { recursive: true }).then(
    () => (every = LOOK_BESIDE_OBSERVER_MS),
    // Falls back to polling.
    () => undefined,
  );
  const look = async (): Promise<void> => {
    const from = around.now();
    if (around.visible()) {
      const print = await fingerprint(handle);
      if (!stopped && last !== undefined && print !== last) tell();
      last = print;
    }
    const took = around.now() - from;
    if (!stopped) callOff = around.later(Math.max(every, REST * took), () => void look());
  };
  void look();
  tell();
  return () => {
    stopped = true;
    callOff();
    settle?.();
    observer?.disconnect();
  };
}
