// What a built-in may send by itself, and what a person is shown first: once a model has read what anybody may have written, or
// a secret is in play that may not go there.
import { Failure } from '../core/errors.ts';
import { sendingOf } from '../core/outbound.ts';
import type { OutgoingRequest } from '../core/call.ts';
import type { CallRun } from '../core/ports/call-run.ts';

/** Asks a person about each of them. In a dry run nothing is sent, and so nothing asked. @throws Failure `denied` */
export async function confirmSending(
  {
    first,
    taint,
    outbound,
    ask,
    signal,
    name,
  }: Pick<CallRun, 'first' | 'taint' | 'outbound' | 'ask' | 'signal' | 'name'>,
  requests: readonly OutgoingRequest[],
): Promise<void> {
  if (outbound.isDry) return;
  for (const request of requests) {
    const { host } = new URL(request.url);
    const why = first.kind === 'agent' ? taint.besides(host) : undefined;
    const act = sendingOf(request, why, outbound);
    if (act === undefined || (await ask(act, signal)).yes) continue;
    throw new Failure('denied', `${name} would have asked ${host}, and that was not approved`);
  }
}
