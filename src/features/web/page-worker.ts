// The worker that converts web pages to Markdown. It may be terminated at any moment.
import { tellUsedFiles } from '../../knowledge/tell-used-files.ts';
import { readLinkedPage } from '../../knowledge/extract/linked-page.ts';
import { toErrorData } from '../../core/errors.ts';
import type { FromPages, ToPages } from './page-messages.ts';

const worker = self as unknown as DedicatedWorkerGlobalScope;

worker.addEventListener('message', ({ data: { id, page, address } }: MessageEvent<ToPages>) => {
  worker.postMessage(answerTo(id, page, address));
  tellUsedFiles();
});

function answerTo(id: number, page: Uint8Array, address: string | undefined): FromPages {
  try {
    return { id, read: readLinkedPage(page, address) };
  } catch (problem) {
    return { id, error: toErrorData(problem, 'unavailable') };
  }
}
