// The worker that parses long Markdown texts for the widget.
import { readPieces } from '../../markdown/reading.ts';
import { serveMarkdown } from '../../markdown/serve.ts';
import { blockNodes } from '../../widget/chat/prose-nodes.ts';

const worker = self as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>;
const receive = serveMarkdown(
  (text) => readPieces(text, blockNodes, { areNumbersSources: true }),
  (answer) => worker.postMessage(answer),
);
worker.addEventListener('message', ({ data }) => receive(data));
