// The thread of Node that takes PDF, Office and other packed files apart. It has no environment, and may be ended at any moment.
import { parentPort } from 'node:worker_threads';
import { serveReader } from '../../knowledge/extract/serve-reader.ts';

const receive = serveReader((message) => parentPort?.postMessage(message));
parentPort?.on('message', receive);
