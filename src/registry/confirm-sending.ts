// What a built-in may send by itself, and what a person is shown first: once a model has read what anybody may have written.
import { Failure } from '../core/errors.ts';
import type { OutgoingRequest } from '../core/tool.ts';
import type { CallRun } from './call-run.ts';

/** Asks a person about each of them. Nothing is asked of a call that a person or the page began. @throws Failure `denied` */
export async function confirmSending(
  { first, taint, ask, signal, name }: Pick<CallRun, 'first' | 'taint' | 'ask' | 'signal' | 'name'>,
  requests: readonly OutgoingRequest[],
): Promise<void> {
  if (first.kind !== 'agent') return;
  for (const request of requests) {
    const { host } = new URL(request.url);
    const why = taint.besides(host);
    if (why === undefined || (await ask({ kind: 'send', request, why }, signal)).yes) continue;
    throw new Failure('denied', `${name} would have asked ${host}, and that was not approved`);
  }
}
