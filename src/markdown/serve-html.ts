// The app's Markdown worker: returns HTML for each request, which the page sanitises.
import { htmlOf, readPieces } from './reading.ts';
import { serveMarkdown } from './serve.ts';

const worker = self as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>;
const receive = serveMarkdown(
  (text) => readPieces(text, htmlOf),
  (answer) => worker.postMessage(answer),
);
worker.addEventListener('message', ({ data }) => receive(data));
