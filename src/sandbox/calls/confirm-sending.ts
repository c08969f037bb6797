// Decides which requests a run may send by itself. Once the run has read untrusted text, a person sees each request
// first (design D11).
import { Failure } from '../../core/errors.ts';
import { UNKNOWN_TEXT, type Taint } from '../../core/taint.ts';
import { sendingOf } from '../../core/outbound.ts';
import type { OutgoingRequest } from '../../core/call.ts';
import type { HostCall } from '../capabilities.ts';

/**
 * Asks a person for approval, unless the run has read text from this host only and every secret involved may go
 * there.
 * @throws Failure `denied`
 */
export async function confirmSending(
  { run, hold, release }: Pick<HostCall, 'run' | 'hold' | 'release'>,
  taint: Taint,
  request: OutgoingRequest,
): Promise<void> {
  const { cautious, approve, asksToSend, asksFirst } = run.grants;
  const read = cautious ? taint.besides(new URL(request.url).host) : undefined;
  const why = read ?? (asksToSend || asksFirst ? UNKNOWN_TEXT : undefined);
  const act = sendingOf(request, why, run.grants.outbound);
  if (act === undefined) return;
  hold();
  try {
    if (await approve(act, run.signal)) return;
  } finally {
    release();
  }
  throw new Failure('denied', 'it was not approved');
}
