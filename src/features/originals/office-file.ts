// Opens an Office or OpenDocument file for viewing, in a worker that is ended when it takes too long.
import { Failure } from '../../core/errors.ts';
import type { OfficeAnswer, OfficeFormat, OfficePage, OfficeRequest } from './office-tree.ts';

/** Milliseconds. A file of 100 MB takes about ten seconds. */
const PATIENCE = 60_000;

/** @throws Failure with the reason */
export async function openOffice(blob: Blob, format: OfficeFormat, signal: AbortSignal): Promise<OfficePage> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const worker = new Worker(new URL('./office-worker.ts', import.meta.url), {
    type: 'module',
    name: 'office',
  });
  try {
    const answer = await new Promise<OfficeAnswer>((resolve) => {
      const fail = (problem: string): void => resolve({ problem });
      const late = setTimeout(() => fail('reading it took too long'), PATIENCE);
      signal.addEventListener('abort', () => fail('stopped'));
      worker.addEventListener('message', ({ data }: MessageEvent<OfficeAnswer>) => {
        clearTimeout(late);
        resolve(data);
      });
      worker.addEventListener('error', ({ message }) => fail(message || 'the file reader did not start'));
      const request: OfficeRequest = { format, bytes };
      worker.postMessage(request, [bytes.buffer]);
    });
    if ('problem' in answer) throw new Failure('unavailable', answer.problem);
    return answer.page;
  } finally {
    worker.terminate();
  }
}
