// A model endpoint in its own thread that always writes the same answer: a first word after a delay, then one per
// interval.
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { tokens, first, beat } = workerData;

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'scripted', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' });
    let sent = 0;
    const begun = performance.now();
    const write = () => {
      // Scheduled by the clock, not the timer: a late word does not delay the next ones.
      const due = Math.min(
        tokens,
        beat === 0 ? tokens : 1 + Math.floor((performance.now() - begun - first) / beat),
      );
      let text = '';
      while (sent < due) text += chunk({ content: `word${sent++} ` });
      if (text !== '') response.write(text);
      if (sent < tokens) return setTimeout(write, 1);
      response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
    };
    setTimeout(write, first);
  });
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
