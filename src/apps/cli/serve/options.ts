// The options of `perilune serve`, checked.
import { randomBytes } from 'node:crypto';
import { fstatSync } from 'node:fs';
import { Failure } from '../../../core/errors.ts';
import { checkHosts } from '../../../tools/install-options.ts';
import { WrongUse, type CommandLine } from '../../../cli/command-line.ts';
import { portOf } from '../../../cli/port.ts';

/** The default port of Context Harness. */
const DEFAULT_PORT = 7331;
/** Shorter tokens can be guessed. */
const TOKEN = /^[\x21-\x7e]{8,512}$/;

export interface ServeOptions {
  /** Absent: no HTTP. */
  port: number | undefined;
  stdio: boolean;
  token: string;
  /** Generated at this start, so it must be shown to the user. */
  isNewToken: boolean;
  origins: string[];
  hosts: string[];
  writes: boolean;
  ask: boolean;
}

/** @throws WrongUse */
export function serveOptions(flags: CommandLine['flags']): ServeOptions {
  const { port, stdio = false, token, origin = [], allow = [], ask = false } = flags;
  // An editor that starts a server talks to it through a pipe.
  const overPipe = stdio || (port === undefined && isPipe());
  return {
    port: port === undefined && overPipe ? undefined : portOf(port, DEFAULT_PORT),
    stdio: overPipe,
    token: token === undefined ? randomBytes(24).toString('base64url') : tokenOf(token),
    isNewToken: token === undefined,
    origins: origin.map(originOf),
    hosts: hostsOf(allow),
    writes: flags['allow-writes'] === true,
    ask,
  };
}

function isPipe(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket();
  } catch {
    return false;
  }
}

function tokenOf(text: string): string {
  if (TOKEN.test(text)) return text;
  throw new WrongUse('--token needs 8 characters or more, without spaces');
}

function originOf(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  if (origin !== 'null') return origin;
  throw new WrongUse(`--origin needs an address such as https://example.com, not '${text}'`);
}

function hostsOf(allow: readonly string[]): string[] {
  try {
    return checkHosts(allow);
  } catch (problem) {
    if (problem instanceof Failure) throw new WrongUse(`--allow: ${problem.message}`);
    throw problem;
  }
}
