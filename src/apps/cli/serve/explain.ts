// Explains a refusal to the operator of the server: which option would have allowed the call.
import type { CallReport } from '../../../core/tool.ts';

export interface Asking {
  /** The server was started with `--ask`. */
  asks: boolean;
  /** The client of this call can ask its user. */
  canAsk: boolean;
}

/** Maps the app's advice ("change … in Settings") to the option of the command line. */
const HOST = /add (\S+) to the hosts in the tool's settings/;
const APPROVAL = /was not approved/;

export function explained(report: CallReport, { asks, canAsk }: Asking): CallReport {
  const { error } = report.outcome;
  if (!error) return report;
  const host = HOST.exec(error.message)?.[1];
  const hint =
    host !== undefined
      ? `start perilune serve with --allow ${host}`
      : APPROVAL.test(error.message)
        ? hintOf(asks, canAsk)
        : undefined;
  if (hint === undefined) return report;
  return { ...report, outcome: { error: { ...error, message: `${error.message} (${hint})` } } };
}

function hintOf(asks: boolean, canAsk: boolean): string | undefined {
  if (!asks) return 'it needs an approval: start perilune serve with --ask, or allow it in perilune.toml';
  return canAsk ? undefined : 'this client cannot ask you';
}
