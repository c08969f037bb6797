// Seals and opens with a passphrase, in a worker where there are workers: the page stays responsive.
import { inWorker } from '../in-worker.ts';
import type { PassphraseJob } from './passphrase-job.ts';
import { openWithPassphrase, sealWithPassphrase } from './passphrase-seal.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** As `sealWithPassphrase`. */
export function sealKeys(bytes: Bytes, passphrase: string, work?: number): Promise<Bytes> {
  if (!('Worker' in globalThis)) return sealWithPassphrase(bytes, passphrase, work);
  return perform({ type: 'seal', bytes, passphrase, work });
}

/** As `openWithPassphrase`. */
export function openKeys(sealed: Uint8Array, passphrase: string): Promise<Bytes> {
  if (!('Worker' in globalThis)) return openWithPassphrase(sealed, passphrase);
  return perform({ type: 'open', bytes: sealed as Bytes, passphrase });
}

function perform(job: PassphraseJob): Promise<Bytes> {
  const start = (): Worker =>
    new Worker(new URL('./passphrase-worker.ts', import.meta.url), { type: 'module', name: 'sync-keys' });
  return inWorker(start, job, 'Couldn’t read the keys. Reload the page, then try again.');
}
