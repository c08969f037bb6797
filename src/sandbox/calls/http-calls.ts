// `http.*`: hands a run's requests to the HTTP client for granted hosts. A run that has read untrusted text needs an
// approval first.
import type { Taint } from '../../core/taint.ts';
import type { HostCall, HostServices, HttpService } from '../capabilities.ts';
import type { HostAnswer } from '../../core/ports/grants.ts';
import { confirmSending } from './confirm-sending.ts';
import { EventStreams, type StreamWay } from './event-streams.ts';
import { sendSignedIn } from './signed-in.ts';

export class HttpCalls {
  readonly #http: HttpService;
  readonly #services: Pick<HostServices, 'accessToken'>;
  readonly #taint: Taint;
  readonly #streams: EventStreams;

  constructor(http: HttpService, taint: Taint, services: Pick<HostServices, 'accessToken'>) {
    this.#http = http;
    this.#services = services;
    this.#taint = taint;
    this.#streams = new EventStreams(taint);
  }

  async request(call: HostCall): Promise<HostAnswer> {
    const { sign_in: signIn, events } = call.payload;
    const send = (way?: StreamWay) =>
      signIn === true
        ? sendSignedIn(this.#services, call, (signed) => this.send(signed, way))
        : this.send(call, way);
    const { host: _, ...answer } = events === true ? await this.#streams.open(call, send) : await send();
    return answer;
  }

  /** Takes `stream` from the answer to a request. Answers `{events, done}`, or closes it when asked to `stop`. */
  events(call: HostCall): Promise<HostAnswer> {
    return this.#streams.next(call);
  }

  /**
   * Sends the request and also returns the answering host. The result is untrusted text from that host.
   * @param way receives a stream of events, and can stop it
   */
  async send(call: HostCall, way?: StreamWay): Promise<HostAnswer & { host: string }> {
    const { run, payload, bytes } = call;
    const { hosts, asksToSend } = run.grants;
    const answer = await this.#http.send(payload, bytes, {
      hosts: asksToSend ? hostsOf(payload['url']) : hosts,
      secrets: run.secrets,
      signal: way ? AbortSignal.any([run.signal, way.signal]) : run.signal,
      tool: run.grants.folder,
      outbound: run.grants.outbound,
      warn: (text) => run.warn(text),
      confirm: (request) => confirmSending(call, this.#taint, request),
      ...(way && { events: way.sink }),
    });
    this.#taint.add(answer.host);
    return answer;
  }
}

/** Returns the host of a request that needs an approval. No other host is included, so it can't redirect elsewhere. */
function hostsOf(address: unknown): string[] {
  const known = typeof address === 'string' && URL.canParse(address);
  return known ? [new URL(address).host] : [];
}
