// The Node thread that reads PDF, Office and other packed files. It has no environment, and may be terminated at any
// moment.
import { parentPort } from 'node:worker_threads';
import { serveReader } from '../../knowledge/extract/serve-reader.ts';

const receive = serveReader((message) => parentPort?.postMessage(message));
parentPort?.on('message', receive);
