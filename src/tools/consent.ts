// Whether a call may go ahead: by an earlier yes that still stands, or by asking a person now.
//
// - A yes is for a digest: of the tool's version, text, files, hosts, config and limits, and for one call also of its
//   arguments. Whatever of that changes, the yes is gone.
// - “In this chat” is kept in memory, “always” with the version itself.
// - What a schedule began asks nobody: it has an earlier yes, or it fails.
// - Where a call sends something that is asked about too, one question shows both. Its “in this chat” and “always” are for the
//   call: what is sent next time is asked about again.
// - A tool that calls what the page itself offers is asked about each time: a yes to the page's model is none to a script.
import { Failure } from '../core/errors.ts';
import { namesIn } from '../core/placeholders.ts';
import type { RunApproval } from '../core/run-record.ts';
import type { Tool } from '../core/tool.ts';
import type { Act, Caller, Sending } from '../core/call.ts';
import type { Answer, Approve, Lacking, Scope } from '../core/ports/approval.ts';
import { lackingNamed, lackingOf } from './needs.ts';
import { sha256 } from './plain.ts';
import type { CallToApprove } from '../core/ports/approval.ts';

export interface ConsentDeps {
  approve: Approve;
  /** Keeps an “always” with the version. */
  remember(tool: Tool, digest: string): Promise<void>;
  /** Grants a version what it lacks. @returns it with its grants */
  grant(tool: Tool, lacking: Lacking): Promise<Tool>;
}

/** A call that may go ahead, and the tool as it was approved. */
export interface Approved {
  approval: RunApproval;
  tool: Tool;
}

export class Consent {
  readonly #deps: ConsentDeps;
  /** Conversation and digest of the tool. */
  readonly #chats = new Set<string>();

  constructor(deps: ConsentDeps) {
    this.#deps = deps;
  }

  /** An earlier yes to such calls. None is for a host that a call names and that nobody has granted. */
  async standing({
    tool,
    args,
    caller,
  }: Pick<CallToApprove, 'tool' | 'args' | 'caller'>): Promise<RunApproval | undefined> {
    if (lackingNamed(tool, args).length > 0) return undefined;
    const text = await digestOf(tool);
    const chat = chatFor(tool, caller);
    if (tool.approved === text) return { answer: 'yes', scope: 'version', waited: 0 };
    if (chat !== undefined && this.#chats.has(`${chat} ${text}`))
      return { answer: 'yes', scope: 'chat', waited: 0 };
    return undefined;
  }

  /**
   * Waits for a yes to the call itself, and with `sends` to what leaves with it: nobody has agreed to that before.
   * A yes can grant what the tool lacks: then it runs with that.
   * @param current answers the tool as it is after the wait: it may have changed meanwhile.
   * @throws Failure `denied`
   */
  async forCall(
    call: CallToApprove,
    current: () => Tool,
    signal: AbortSignal,
    sends?: Sending,
  ): Promise<Approved> {
    const { tool, name, caller } = call;
    const standing = await this.standing(call);
    if (standing && !sends) return { approval: standing, tool };
    if (isUnattended(caller)) {
      throw new Failure(
        'denied',
        `'${name}' asks before each scan, and a scheduled one interrupts nobody; scan it by hand, or choose “Allow” on its page in the studio`,
      );
    }
    const text = await digestOf(tool);
    const chat = chatFor(tool, caller);
    const scopes: Scope[] = chat === undefined ? ['once', 'version'] : ['once', 'chat', 'version'];
    const act: Act =
      standing && sends ? { kind: 'send', ...sends } : { kind: 'run', ...(sends && { sends }) };
    const asked = performance.now();
    const lacking = standing ? undefined : lackingOf(tool, call.args);
    const question = { ...call, act, ...(lacking && { lacking }) };
    // A yes to further calls would not let them reach the hosts that they name.
    const isForOnce = standing !== undefined || lackingNamed(tool, call.args).length > 0;
    const { yes, scope, grants } = await this.#ask(question, text, isForOnce ? ['once'] : scopes, signal);
    const waited = performance.now() - asked;
    if (!yes) {
      throw new Failure('denied', `the call of tool '${name}' was not approved`, {
        approval: { answer: 'no', scope, waited },
      });
    }
    const now = current();
    if (now.id !== tool.id || (await digestOf(now)) !== text) {
      throw new Failure('denied', `tool '${name}' has changed since it was approved; call it again`);
    }
    if (standing) return { approval: standing, tool: now };
    const granted = grants && lacking ? await this.#deps.grant(now, lacking) : now;
    const agreed = await digestOf(granted);
    if (scope === 'chat' && chat !== undefined) this.#chats.add(`${chat} ${agreed}`);
    // What cannot be kept is asked again next time; it is no less a yes to this call.
    if (scope === 'version') await this.#deps.remember(granted, agreed).catch(() => undefined);
    return { approval: { answer: 'yes', scope, waited }, tool: granted };
  }

  /** Asks about something that a run wants to do. Only ever for this once: the next request is another one. */
  async forAct(call: CallToApprove & { act: Act }, signal: AbortSignal): Promise<Answer> {
    if (isUnattended(call.caller)) return { yes: false, scope: 'once' };
    return this.#ask(call, await digestOf(call.tool), ['once'], signal);
  }

  async #ask(
    call: CallToApprove & { act: Act; lacking?: Lacking },
    text: string,
    scopes: Scope[],
    signal: AbortSignal,
  ): Promise<Answer> {
    const digest = await sha256(JSON.stringify([text, call.args, call.act]));
    return this.#deps.approve({ ...call, secrets: namesIn(call.tool.config), digest, scopes }, signal);
  }
}

/** Tools are frozen: the digest of one never changes. */
const digests = new WeakMap<Tool, Promise<string>>();

/** SHA-256 of what runs and of what it may use. */
export function digestOf(tool: Tool): Promise<string> {
  const { id, source, files, hosts, writes, config, limits } = tool;
  const digest =
    digests.get(tool) ?? sha256(JSON.stringify([id, source, files, hosts, writes, config, limits]));
  digests.set(tool, digest);
  return digest;
}

/** The clock began it: a question would come up out of nowhere, and the scan wait for it as long as nobody looks. */
function isUnattended(caller: Caller): boolean {
  return (caller.kind === 'tool' ? caller.first : caller).kind === 'schedule';
}

/** The conversation that a yes may be given for: that of the call, whoever stands in between. */
function chatFor(tool: Tool, caller: Caller): string | undefined {
  if (tool.kind === 'builtin' && caller.kind === 'tool') return undefined;
  const first = caller.kind === 'tool' ? caller.first : caller;
  return first.kind === 'agent' ? first.conversation : undefined;
}
