// The port that a command listens on.
import { WrongUse } from './command-line.ts';

/** @throws WrongUse */
export function portOf(text: string | undefined, usual: number): number {
  const port = Number(text ?? usual);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new WrongUse(`--port needs a number from 0 to 65535, not '${text}'`);
}
