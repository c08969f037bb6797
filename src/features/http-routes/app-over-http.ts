// The app's tools and agents, as the HTTP routes see them.
//
// - Each call goes through the registry: policy, approval, rate, grants, run record. Its caller is `http`.
// - What the calling script has read is unknown, so each request of a tool needs approval, whatever the policy.
import type { App } from '../../apps/web/app.ts';
import { Failure } from '../../core/errors.ts';
import { Taint } from '../../core/taint.ts';
import { agentPrompt, servedAgent, textArguments, type HttpServed } from '../../serve/served.ts';
import { forOutside } from '../../tools/outside-tools.ts';
import type { Json } from '../../base/json.ts';

export type AppOverHttp = Pick<App, 'version' | 'tools' | 'profiles'>;

export function appOverHttp({ version, tools, profiles }: AppOverHttp): HttpServed {
  return {
    version,
    tools: async () =>
      forOutside(tools.list()).filter(({ policy, problem }) => policy !== 'deny' && !problem),
    call(name, args, { signal, onProgress, onEmit, onLog }) {
      const taint = new Taint();
      taint.add('what the calling script has read');
      const watch = { ...(onProgress && { onProgress }), ...(onEmit && { onEmit }), ...(onLog && { onLog }) };
      return tools.call(name, args as Json, { caller: { kind: 'http' }, taint, signal, ...watch });
    },
    agents: async () => (await (await profiles()).list()).map(servedAgent),
    async prompt(name, args, signal) {
      const kept = await profiles();
      const agent = (await kept.list()).find((one) => one.name === name);
      if (!agent) throw new Failure('not_found', `no agent registered with name: ${name}`);
      const asked = { profile: agent.id, profileArguments: textArguments(args) };
      const resolved = await kept.resolve(asked, signal);
      if (resolved?.problem !== undefined) throw new Failure('bad_request', resolved.problem);
      return agentPrompt(resolved ?? {});
    },
  };
}
