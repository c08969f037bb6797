// Tells when something behind a handle changes: by the browser's observer where there is one, else by looking.
import type { LocalHandle } from '../../../core/local-link.ts';
import { fingerprint } from './disk.ts';

/** Milliseconds. An editor that saves leaves several traces in a row. */
const SETTLE_MS = 100;
/** Milliseconds between looks while the page is visible. */
const LOOK_MS = 1000;
/** An observer misses what systems do not report: network drives, files that were replaced. */
const LOOK_BESIDE_OBSERVER_MS = 2500;
/** A look at a large folder may take a tenth of the time at most. */
const REST = 10;

interface Observer {
  observe(handle: LocalHandle, options: { recursive: boolean }): Promise<void>;
  disconnect(): void;
}

/** The browser, as far as watching needs it. */
export interface WatchAround {
  /** `FileSystemObserver`, in Chromium since 133. */
  Observer?: (new (tell: () => void) => Observer) | undefined;
  /** After so many milliseconds, once. Answers what calls it off. */
  later(milliseconds: number, run: () => void): () => void;
  visible(): boolean;
  now(): number;
}

/** @returns what ends it. `changed` is also told at the beginning: much may have happened since the last visit. */
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
    // Then it is looked at.
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
