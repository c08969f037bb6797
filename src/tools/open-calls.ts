// Opens the invocation path of a registry. Loads with the first call.
import type { Json } from '../base/json.ts';
import type { Approve, Lacking } from '../core/ports/approval.ts';
import type { CallReport, Tool } from '../core/tool.ts';
import { Consent, type ConsentDeps } from './consent.ts';
import type { ToolEditor } from './editor.ts';
import { invoke, type CallOptions } from './invoke.ts';
import type { InvokeDeps } from './invoke-deps.ts';
import { noServers } from './no-servers.ts';
import { CallRate } from './rate.ts';

export type Invoke = (name: string, given: () => Json, options: CallOptions) => Promise<CallReport>;

export interface CallDeps extends Omit<InvokeDeps, 'consent' | 'rate' | 'callServer'> {
  approve: Approve;
  /** Absent: there are no servers. */
  callServer?: InvokeDeps['callServer'];
  edit(): Promise<ToolEditor>;
}

export function openCalls(given: CallDeps): Invoke {
  const { approve, edit, callServer = noServers } = given;
  const remember: ConsentDeps['remember'] = async (...approved) => (await edit()).remember(...approved);
  const grant = async ({ id, hosts }: Tool, lacking: Lacking) =>
    (await edit()).configure(id, {
      hosts: [...hosts, ...lacking.hosts],
      ...(lacking.writes && { writes: true }),
    });
  const deps = {
    ...given,
    callServer,
    consent: new Consent({ approve, remember, grant }),
    rate: new CallRate(),
  };
  return (name, args, options) => invoke(deps, name, args, options);
}
