// Explains a refusal to the operator of the server: which option would have allowed the call.
import type { CallReport } from '../../../core/tool.ts';

export interface Asking {
  /** The server was started with `--ask`. */
  asks: boolean;
  /** The client of this call can ask its user. */
  canAsk: boolean;
  /** The call came over a route that has no way to ask. */
  isHttp: boolean;
}

/** The app's advice ("change … in Settings"), which the advice for the command line replaces. */
const HOST = /add (\S+) to the hosts in the tool's settings/;
const APPROVAL = /was not approved$/;
const OF_CALL = /^the call of tool '([^']+)' was not approved$/;
const OF_WRITE = /\bfs\.(?:write|delete): .*was not approved$/;

export function explained(report: CallReport, asking: Asking): CallReport {
  const { error } = report.outcome;
  if (!error) return report;
  const message = advised(error.message, asking);
  return message === error.message ? report : { ...report, outcome: { error: { ...error, message } } };
}

function advised(message: string, asking: Asking): string {
  const host = HOST.exec(message)?.[1];
  if (host !== undefined) {
    return message.replace(
      HOST,
      () => `start perilune serve with --allow ${host}, or add the host to the tool in perilune.toml`,
    );
  }
  // Refused by the user: there is nothing to change.
  if (!APPROVAL.test(message) || (asking.asks && asking.canAsk)) return message;
  return `${message}; ${approvalAdvice(message, asking)}`;
}

function approvalAdvice(message: string, { asks, isHttp }: Asking): string {
  const why = isHttp ? ['nobody can be asked over HTTP'] : asks ? ['this client cannot ask you'] : [];
  const options = [
    ...(asks || isHttp ? [] : ['--ask']),
    ...(OF_WRITE.test(message) ? ['--allow-writes'] : []),
  ];
  const tool = OF_CALL.exec(message)?.[1];
  const ways = [
    ...(options.length > 0 ? [`start perilune serve with ${options.join(' or ')}`] : []),
    ...(tool === undefined ? [] : [`set policy = "allow" under [tools.${tool}] in perilune.toml`]),
  ];
  return [...why, ...(ways.length > 0 ? [`to allow it, ${ways.join(', or ')}`] : [])].join('; ');
}
