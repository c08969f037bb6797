// `http.*`: hands a run's requests to the granted HTTP client. A run that has read untrusted text asks a person first.
import type { Taint } from '../../core/taint.ts';
import type { HostCall, HttpService } from '../capabilities.ts';
import type { HostAnswer } from '../../core/ports/grants.ts';
import { confirmSending } from './confirm-sending.ts';

export class HttpCalls {
  readonly #http: HttpService;
  readonly #taint: Taint;

  constructor(http: HttpService, taint: Taint) {
    this.#http = http;
    this.#taint = taint;
  }

  async request(call: HostCall): Promise<HostAnswer> {
    const { host: _, ...answer } = await this.send(call);
    return answer;
  }

  /** The same with who answered. Whatever is made of the answer, it is a text of that host. */
  async send(call: HostCall): Promise<HostAnswer & { host: string }> {
    const { run, payload, bytes } = call;
    const { hosts, asksToSend } = run.grants;
    const answer = await this.#http.send(payload, bytes, {
      hosts: asksToSend ? hostsOf(payload['url']) : hosts,
      secrets: run.secrets,
      signal: run.signal,
      tool: run.grants.folder,
      outbound: run.grants.outbound,
      warn: (text) => run.warn(text),
      confirm: (request) => confirmSending(call, this.#taint, request),
    });
    this.#taint.add(answer.host);
    return answer;
  }
}

/** Of a request that is asked about: the host that it names, and no other one that might redirect. */
function hostsOf(address: unknown): string[] {
  const known = typeof address === 'string' && URL.canParse(address);
  return known ? [new URL(address).host] : [];
}
