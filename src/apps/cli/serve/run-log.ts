// The run log of a server: the app's records, one line of JSON each, in a file the user named.
import { appendFile } from 'node:fs/promises';
import type { FinishedCall } from '../../../tools/invoke-deps.ts';
import type { Tool } from '../../../core/tool.ts';
import { recordOfCall } from '../../../tools/run-records.ts';

export class RunLog {
  readonly #file: string;
  readonly #say: (line: string) => void;
  #last: Promise<unknown> = Promise.resolve();
  #isFailing = false;

  /** @param say is called once if the file cannot be written */
  constructor(file: string, say: (line: string) => void) {
    this.#file = file;
    this.#say = say;
  }

  /** Writing is not awaited. */
  record(call: FinishedCall, bundleOf: (tool: Tool) => string): void {
    const line = `${JSON.stringify(recordOfCall(call, bundleOf))}\n`;
    this.#last = this.#last.then(() => this.#write(line));
  }

  /** Resolves once every record is written. */
  async close(): Promise<void> {
    await this.#last;
  }

  async #write(line: string): Promise<void> {
    try {
      await appendFile(this.#file, line, { mode: 0o600 });
      this.#isFailing = false;
    } catch (problem) {
      if (!this.#isFailing) this.#say(`Cannot write runs: ${(problem as Error).message}`);
      this.#isFailing = true;
    }
  }
}
