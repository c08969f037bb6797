// Decides whether a call may proceed: with an earlier approval that is still valid, or by asking a person now.
//
// - An approval is for a digest: of the tool's version, text, files, hosts, config and limits, and for a single call
//   of its arguments too. Any change of these invalidates it.
// - “In this chat” is kept in memory, “always” with the version itself.
// - “Always” covers the app's own callers, or the one kind of outside caller that it was given for. A person who trusts
//   a tool in chats hasn't decided about programs whose input Perilune doesn't see.
// - A scheduled run never asks: without an earlier approval it fails. A question would appear without context, and the
//   run would wait until someone looks.
// - When a call sends something that needs an approval too, one question shows both. “In this chat” and “always”
//   cover only the call: later requests need approval again.
// - A tool that calls functions of the page itself needs approval each time: an approval for the page's model doesn't
//   cover a script.
import { Failure } from '../core/errors.ts';
import { namesIn } from '../core/placeholders.ts';
import type { RunApproval } from '../core/run-record.ts';
import type { Tool } from '../core/tool.ts';
import { firstOf, isOutside, isUnattended, type Act, type Caller, type Sending } from '../core/call.ts';
import type { Answer, Approve, Lacking, Scope } from '../core/ports/approval.ts';
import { lackingNamed, lackingOf } from './needs.ts';
import { sha256 } from './plain.ts';
import type { CallToApprove } from '../core/ports/approval.ts';

export interface ConsentDeps {
  approve: Approve;
  /** Stores an “always” with the version. */
  remember(tool: Tool, digest: string, caller: Caller): Promise<void>;
  /** Grants a version what it lacks. @returns the version with its grants */
  grant(tool: Tool, lacking: Lacking): Promise<Tool>;
}

/** An approved call, and the tool as it was approved. */
export interface Approved {
  approval: RunApproval;
  tool: Tool;
}

export class Consent {
  readonly #deps: ConsentDeps;
  /** Pairs of conversation and tool digest. */
  readonly #chats = new Set<string>();

  constructor(deps: ConsentDeps) {
    this.#deps = deps;
  }

  /** Finds an earlier approval for such calls. None covers an ungranted host that the call names. */
  async standing({
    tool,
    args,
    caller,
  }: Pick<CallToApprove, 'tool' | 'args' | 'caller'>): Promise<RunApproval | undefined> {
    if (lackingNamed(tool, args).length > 0) return undefined;
    const text = await digestOf(tool);
    const chat = chatFor(tool, caller);
    if (keptFor(tool, caller) === text) return { answer: 'yes', scope: 'version', waited: 0 };
    if (chat !== undefined && this.#chats.has(`${chat} ${text}`))
      return { answer: 'yes', scope: 'chat', waited: 0 };
    return undefined;
  }

  /**
   * Waits for a new approval of the call, and with `sends` of what leaves with it. The approval can grant what the
   * tool lacks, and the tool then runs with that.
   * @param current returns the tool after the wait: it may have changed meanwhile
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
        `'${name}' asks before each call, and nobody is asked on a schedule; run it by hand, or choose “Allow” on its page in the studio`,
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
    // Approving further calls would not let them reach the hosts that they name.
    const isForOnce = standing !== undefined || lackingNamed(tool, call.args).length > 0;
    const { yes, scope, grants } = await this.#ask(question, text, isForOnce ? ['once'] : scopes, signal);
    const waited = Math.round(performance.now() - asked);
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
    // An approval that can't be saved is asked for again next time, and still covers this call.
    if (scope === 'version') await this.#deps.remember(granted, agreed, caller).catch(() => undefined);
    return { approval: { answer: 'yes', scope, waited }, tool: granted };
  }

  /** Asks about something that a run wants to do. Always for this request only. */
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

/** Tools are frozen, so a tool's digest never changes. */
const digests = new WeakMap<Tool, Promise<string>>();

/** Returns the SHA-256 of what runs and of what it may use. */
export function digestOf(tool: Tool): Promise<string> {
  const { id, source, files, hosts, writes, config, limits } = tool;
  const digest =
    digests.get(tool) ?? sha256(JSON.stringify([id, source, files, hosts, writes, config, limits]));
  digests.set(tool, digest);
  return digest;
}

/** Returns the digest of an “always” that covers this caller, if there is one. */
function keptFor({ approved, approvedOutside }: Tool, caller: Caller): string | undefined {
  const { kind } = firstOf(caller);
  return isOutside(kind) ? approvedOutside?.[kind] : approved;
}

/** Returns the conversation that an approval may be given for: that of the call, through all callers in between. */
function chatFor(tool: Tool, caller: Caller): string | undefined {
  if (tool.kind === 'builtin' && caller.kind === 'tool') return undefined;
  const first = firstOf(caller);
  return first.kind === 'agent' ? first.conversation : undefined;
}
