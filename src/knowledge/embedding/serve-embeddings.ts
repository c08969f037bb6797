// Answers the page about embeddings: the worker's side of the port.
import { toErrorData } from '../../core/errors.ts';
import type { Embeddings } from './embeddings.ts';
import type { FromEmbeddings, ToEmbeddings } from './port-messages.ts';

export function serveEmbeddings(
  embeddings: Pick<Embeddings, 'status' | 'onStatus' | 'apply' | 'start' | 'warmUp' | 'test'>,
  send: (message: FromEmbeddings) => void,
): (message: ToEmbeddings) => void {
  embeddings.onStatus((status) => send({ type: 'status', status }));
  send({ type: 'status', status: embeddings.status });
  return (message) => {
    switch (message.type) {
      case 'apply':
        // Errors are reported in the status.
        return void embeddings.apply(message.settings);
      case 'start':
        return embeddings.start();
      case 'warmUp':
        return embeddings.warmUp();
      case 'test': {
        const { id, choice, key } = message;
        return void embeddings.test(choice, key).then(
          (dimensions) => send({ type: 'tested', id, dimensions }),
          (error: unknown) => send({ type: 'refused', id, error: toErrorData(error, 'unavailable') }),
        );
      }
    }
  };
}
