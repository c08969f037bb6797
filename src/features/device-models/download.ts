// Downloads the missing pieces of a model, file by file, resuming where it stopped.
import type { DeviceModelFacts, ModelFile } from '../../core/device-model.ts';
import { Failure } from '../../core/errors.ts';
import type { ModelFiles } from './files.ts';
import { addressOf } from './hub.ts';

/** Milliseconds before each retry of a dropped connection. */
const PAUSES = [500, 2_000, 5_000];

export interface DownloadOptions {
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
  /** Bytes of the model downloaded so far. */
  onProgress(here: number): void;
  pauses?: readonly number[];
}

/**
 * Resolves when everything is downloaded.
 * @throws Failure with a sentence for the user; AbortError when `signal` aborts. What was downloaded stays.
 */
export async function download(
  facts: DeviceModelFacts,
  files: ModelFiles,
  { fetch, signal, onProgress, pauses = PAUSES }: DownloadOptions,
): Promise<void> {
  const there = await files.pieces(facts);
  let here = hereOf(facts, files, there);
  onProgress(here);
  for (const file of facts.files) {
    const pieces = there.get(file.path) ?? new Set();
    for (let attempt = 0; ; attempt++) {
      try {
        const from = firstMissing(pieces, files.countOf(file));
        if (from === undefined) break;
        await rest(facts, file, from, { files, fetch, signal }, (piece) => {
          if (!pieces.has(piece)) here += files.sizeOf(file, piece);
          pieces.add(piece);
          onProgress(here);
        });
        break;
      } catch (error) {
        signal.throwIfAborted();
        const pause = pauses[attempt];
        if (error instanceof Failure || pause === undefined) throw explained(error);
        await new Promise<void>((resolve) => {
          setTimeout(resolve, pause);
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        signal.throwIfAborted();
      }
    }
  }
}

/** Bytes of the stored pieces. */
export function hereOf(
  { files: list }: DeviceModelFacts,
  files: ModelFiles,
  there: ReadonlyMap<string, ReadonlySet<number>>,
): number {
  let sum = 0;
  for (const file of list) for (const piece of there.get(file.path) ?? []) sum += files.sizeOf(file, piece);
  return sum;
}

async function rest(
  facts: DeviceModelFacts,
  file: ModelFile,
  from: number,
  { files, fetch, signal }: { files: ModelFiles } & Pick<DownloadOptions, 'fetch' | 'signal'>,
  onPiece: (piece: number) => void,
): Promise<void> {
  const start = from * files.piece;
  const response = await fetch(addressOf(facts, file.path), {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    // Stored here in pieces: the HTTP cache would hold a second copy.
    cache: 'no-store',
    ...(start > 0 && { headers: { range: `bytes=${start}-` } }),
    signal,
  });
  if (!response.ok || !response.body) {
    throw new Failure(
      'unavailable',
      `Couldn’t download ${file.path}: huggingface.co answered with ${response.status}.`,
    );
  }
  // A server that doesn't support ranges starts from the beginning.
  let skip = response.status === 206 ? 0 : start;
  let piece = from;
  let buffer = new Uint8Array(Math.max(0, files.sizeOf(file, piece)));
  let filled = 0;
  const count = files.countOf(file);
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      signal.throwIfAborted();
      let chunk = value;
      if (skip > 0) {
        const skipped = Math.min(skip, chunk.length);
        skip -= skipped;
        chunk = chunk.subarray(skipped);
      }
      while (chunk.length > 0) {
        const taken = Math.min(chunk.length, buffer.length - filled);
        if (taken === 0) throw changed(file);
        buffer.set(chunk.subarray(0, taken), filled);
        filled += taken;
        chunk = chunk.subarray(taken);
        if (filled < buffer.length) continue;
        await files.write(facts.id, file.path, piece, buffer);
        onPiece(piece++);
        filled = 0;
        buffer = new Uint8Array(piece < count ? files.sizeOf(file, piece) : 0);
      }
    }
    if (file.size === 0 && piece === 0) {
      await files.write(facts.id, file.path, 0, buffer);
      onPiece(0);
    } else if (piece < count) throw new TypeError('the connection ended too early');
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function firstMissing(pieces: ReadonlySet<number>, count: number): number | undefined {
  for (let piece = 0; piece < count; piece++) if (!pieces.has(piece)) return piece;
  return undefined;
}

function changed({ path }: ModelFile): Failure {
  return new Failure(
    'conflict',
    `${path} is larger than expected. Delete the model, then download it again.`,
  );
}

function explained(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure(
    'unavailable',
    'The download stopped: huggingface.co can’t be reached. The downloaded part is kept. Resume when you are online again.',
  );
}
