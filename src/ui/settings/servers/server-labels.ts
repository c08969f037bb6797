// Labels of an MCP server.
import type { App } from '../../../apps/web/app.ts';
import type { McpServer } from '../../../core/mcp-server.ts';
import { count } from '../../components/quantities.ts';

type Servers = Awaited<ReturnType<App['servers']>>;
export type ServerState = ReturnType<Servers['state']>;
export type ServerInput = Parameters<Servers['add']>[0];
export type ServerLook = Awaited<ReturnType<Servers['look']>>;

export const AUTH_WORDS: Record<McpServer['auth'], string> = {
  none: 'None',
  bearer: 'Token',
  headers: 'Custom headers',
  oauth: 'Sign in (OAuth)',
};

/** The connection state in a few words. @param tools number of its tools available here */
export function stateWords(
  { enabled, seen }: McpServer,
  { status, more }: ServerState,
  tools: number,
): string {
  if (!enabled) return 'Switched off';
  if (status === 'connecting') return 'Connecting…';
  if (status === 'failed') return 'Not connected';
  const has = `${count(tools, 'tool')}${more ? ' (the server has more)' : ''}`;
  if (status === 'open') return `Connected · ${has}`;
  return seen ? `${has} at the last connection` : 'Not connected yet';
}

/** The protocol revision of a server. */
export function protocolWords(
  seen: Pick<NonNullable<McpServer['seen']>, 'title' | 'version' | 'protocol'>,
): string {
  return [seen.title, seen.version, seen.protocol && `MCP ${seen.protocol}`]
    .filter((part) => part !== '')
    .join(' · ');
}

export function lookWords({ seen, tools, more }: ServerLook): string {
  const names = tools.slice(0, 5).map(({ title, name }) => title ?? name);
  const rest = tools.length > names.length ? ' and others' : '';
  const which = names.length > 0 ? `: ${names.join(', ')}${rest}` : '';
  return `${protocolWords(seen)} answers with ${more ? 'more than ' : ''}${count(tools.length, 'tool')}${which}.`;
}
