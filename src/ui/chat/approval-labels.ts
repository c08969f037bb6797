// The wording of approvals: who asks, for what, and what to check before approving. Pure.
import {
  firstOf,
  isOutside,
  type Act,
  type Caller,
  type FirstCaller,
  type OutgoingRequest,
  type Sending,
} from '../../core/call.ts';
import { visibleText } from '../../base/visible-text.ts';
import type { Lacking } from '../../core/ports/approval.ts';

/** A sentence in pieces: names are set apart from the text around them, so that a name cannot pass for a sentence. */
export type Words = readonly (string | { name: string })[];

const CALLERS = {
  agent: 'the model',
  user: 'you',
  page: 'a script on this page',
  browser: 'the browser’s agent',
  http: 'a script over HTTP',
  app: 'an app of an MCP server',
  schedule: 'a schedule',
} as const;

/** `The model asks to run echo`, `echo wants to send this to api.example.com`. */
export function titleOf(tool: string, act: Act, caller: Caller): Words {
  if (act.kind === 'run') {
    const { sends } = act;
    const to = sends ? [' and to send this to ', { name: hostOf(sends.request.url) }] : [];
    return [...whoAsks(caller), ' to run ', { name: tool }, ...to];
  }
  if (act.kind === 'send') {
    return [{ name: tool }, ' wants to send this to ', { name: hostOf(act.request.url) }];
  }
  if (act.kind === 'script') return [...whoAsks(caller), ' to run a script'];
  return [{ name: tool }, ` wants to ${act.kind} `, { name: act.path }];
}

/** The callers behind an action of a run: `Called by weather, which the model called.` */
export function originOf(caller: Caller): Words {
  if (caller.kind === 'user') return ['You started it.'];
  if (caller.kind !== 'tool') return [`Called by ${CALLERS[caller.kind]}.`];
  return ['Called by ', { name: caller.name }, `, which ${calledBy(caller)}.`];
}

/** The scope of an approval, on its button. */
export const SCOPES = {
  once: 'Allow once',
  chat: 'Allow in this chat',
  version: 'Always allow this version',
} as const;

const ALWAYS = {
  inside:
    'Always: any caller inside Perilune and any arguments, for this version with these hosts and settings. If any of these change, Perilune asks again.',
  browser:
    'Always: any call by the browser’s agent, for this version with these hosts and settings. If any of these change, Perilune asks again.',
  http: 'Always: any call by a script over HTTP, for this version with these hosts and settings. If any of these change, Perilune asks again.',
  app: 'Always: any call by an app of its MCP server, for this version with these hosts and settings. If any of these change, Perilune asks again.',
} as const;

function outsideKind(caller: Caller): keyof typeof ALWAYS {
  const { kind } = firstOf(caller);
  return isOutside(kind) ? kind : 'inside';
}

/** Explains an approval for more than this call; empty when only this call can be approved. */
export function reachOf(
  scopes: readonly (keyof typeof SCOPES)[],
  sends = false,
  lacking?: Lacking,
  caller?: Caller,
): string[] {
  return [
    ...(lacking
      ? ['Grants you give with this call stay. You can revoke them on the tool’s page in the studio.']
      : []),
    ...(scopes.includes('chat') ? ['In this chat: any arguments, until you reload or close the page.'] : []),
    ...(scopes.includes('version') ? [ALWAYS[caller ? outsideKind(caller) : 'inside']] : []),
    ...(sends && scopes.length > 1
      ? ['Once it has read untrusted text, each request it sends is still shown for your approval.']
      : []),
  ];
}

/**
 * A tool's grants: the hosts it may reach, and its secrets, by name.
 * @param asks it asks for its first hosts: that says itself that it has none
 */
export function meansOf(hosts: readonly string[], secrets: readonly string[], asks = false): Words {
  const none: Words = asks ? [] : ['It can’t reach any host. '];
  const reach: Words = hosts.length > 0 ? ['It may reach ', ...listed(hosts), '. '] : none;
  if (secrets.length === 0) return [...reach, 'It uses no secrets.'];
  return [...reach, `It uses the ${secrets.length === 1 ? 'secret' : 'secrets'} `, ...listed(secrets), '.'];
}

/** Missing grants: `It asks to reach api.example.com, which you haven’t allowed yet.` */
export function needsOf({ hosts, writes }: Lacking): Words {
  const reach: Words =
    hosts.length === 0 ? [] : ['It asks to reach ', ...listed(hosts), ', which you haven’t allowed yet. '];
  return [...reach, ...(writes ? ['It may write files to its folder and asks before each one.'] : [])];
}

/** Hosts named on the button that approves and grants. With more, they are listed above it. */
const NAMED = 2;
export function allowAndGrant({ hosts, writes }: Lacking): Words {
  const reach: Words =
    hosts.length <= NAMED
      ? [' and let it reach ', ...listed(hosts)]
      : [` and let it reach these ${hosts.length} hosts`];
  return [SCOPES.once, ...reach, ...(writes ? [' and let it write files'] : [])];
}

/** What to know and check before approving. Its values show hidden characters as `U+XXXX`. */
export function adviceOn(act: Act): string {
  switch (act.kind) {
    case 'run':
      return act.sends ? adviceOnSending(act.sends) : 'Arguments, exactly as the tool gets them:';
    case 'send':
      return adviceOnSending(act);
    case 'write':
      if (act.change) return `This changes the project folder ${shown(act.change.folder)} on this device:`;
      return 'The file is saved in this tool’s folder on this device. It replaces a file of the same name.';
    case 'script':
      return 'This approves the script as shown, including files it keeps in this chat’s folder. Tools it calls and requests it sends follow their own policies.';
    case 'delete':
      if (act.change)
        return `This deletes a file of the project folder ${shown(act.change.folder)}. You can’t undo it here:`;
      return 'The file is in this tool’s folder on this device. You can’t undo deleting it.';
  }
}

function adviceOnSending({ why, barred }: Sending): string {
  const check = 'check that this contains nothing you don’t want to share.';
  if (barred === undefined) return `It has read ${shown(why)}; ${check}`;
  const read = why === '' ? '' : `It has read ${shown(why)}. `;
  return `${read}It can use ${shown(barred)}. It may be in here in a form you wouldn’t recognize; ${check}`;
}

function shown(value: string): string {
  return visibleText(value)
    .map(({ text }) => text)
    .join('');
}

/** The host, with any port: the part between scheme and path, and nothing that imitates it. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** The secrets of a request: it shows their names in place of their values. */
export function secretsIn({ url, headers, body }: OutgoingRequest): string[] {
  const text = [url, ...Object.entries(headers).flat(), body].map(withoutEscapes).join('\n');
  return [...new Set([...text.matchAll(/\[secret (\w+)\]/g)].map(([, name]) => name as string))];
}

function listed(names: readonly string[]): Words {
  return names.flatMap((name, index) => (index > 0 ? [', ', { name }] : [{ name }]));
}

function whoAsks(caller: Caller): Words {
  if (caller.kind !== 'tool') return [`${capital(CALLERS[caller.kind])} ${verb(caller)}`];
  return [{ name: caller.name }, `, which ${calledBy(caller)}, asks`];
}

/** Other tools may be between the asking tool and the first caller. */
function calledBy({ first, depth }: Caller & { kind: 'tool' }): string {
  if (depth === 1) return `${CALLERS[first.kind]} called`;
  return first.kind === 'user'
    ? 'was called on your behalf'
    : `was called on behalf of ${CALLERS[first.kind]}`;
}

function verb({ kind }: FirstCaller): string {
  return kind === 'user' ? 'ask' : 'asks';
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** In an address, brackets and spaces are percent-encoded. */
function withoutEscapes(text: string): string {
  return text
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replace(/\+|%20/g, ' ');
}
