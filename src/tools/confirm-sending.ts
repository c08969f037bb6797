// Decides which requests a built-in may send by itself. A person sees a request first once a model has read untrusted
// text, or when a secret is involved that may not go there.
import { Failure } from '../core/errors.ts';
import { sendingOf } from '../core/outbound.ts';
import { mayFollowText, type OutgoingRequest } from '../core/call.ts';
import type { CallRun } from '../core/ports/call-run.ts';

/**
 * Asks for an approval of each request. A dry run and read-only mode send nothing, so they ask nothing.
 * @throws Failure `denied`
 */
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
  if (outbound.isDry || outbound.isReadOnly) return;
  for (const request of requests) {
    const { host } = new URL(request.url);
    const why = mayFollowText(first) ? taint.besides(host) : undefined;
    const act = sendingOf(request, why, outbound);
    if (act === undefined || (await ask(act, signal)).yes) continue;
    throw new Failure('denied', `${name} needs a request to ${host}, which was not approved`);
  }
}
