// `http.*`: hands a run's requests to the HTTP desk. One that has read text which anybody may have written asks first.
import { Failure } from '../../core/errors.ts';
import type { Taint } from '../../core/taint.ts';
import type { HostAnswer, HostCall, HttpService } from '../powers.ts';

export class HttpCalls {
  readonly #http: HttpService;
  readonly #taint: Taint;

  constructor(http: HttpService, taint: Taint) {
    this.#http = http;
    this.#taint = taint;
  }

  async request(call: HostCall): Promise<HostAnswer> {
    const { host, ...answer } = await this.send(call);
    this.#taint.add(host);
    return answer;
  }

  /** The same where no text of the answer reaches the script. */
  async send(call: HostCall): Promise<HostAnswer & { host: string }> {
    const { run, payload, bytes, hold, release } = call;
    const { hosts, cautious, approve } = run.grants;
    return this.#http.send(payload, bytes, {
      hosts,
      secrets: run.secrets,
      signal: run.signal,
      tool: run.grants.folder,
      warn: (text) => run.warn(text),
      confirm: async (request) => {
        const why = cautious ? this.#taint.besides(new URL(request.url).host) : undefined;
        if (why === undefined) return;
        hold();
        try {
          if (await approve({ kind: 'send', request, why }, run.signal)) return;
        } finally {
          release();
        }
        throw new Failure('denied', 'it was not approved');
      },
    });
  }
}
