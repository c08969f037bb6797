// Reads `perilune.toml`: permissions and settings of the tools in a folder. An error names its line and its key.
//
//   docs = "handbook"                  # documents to search
//   files = "../tool-files"            # where tools keep what they write
//   hosts = ["api.example.com"]        # that every tool may reach
//   [secrets]
//   TOKEN = "${API_TOKEN}"             # from the environment
//   [tools.create_ticket]
//   hosts = ["tickets.example.com"]
//   config = { token = "${TOKEN}" }
//   [agents.writer]
//   system_prompt = "You write release notes."
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { Failure } from '../core/errors.ts';
import { namesIn } from '../core/placeholders.ts';
import { SECRET_NAME } from '../core/secrets.ts';
import { TIMEOUT } from '../core/tool.ts';
import { POLICIES, type Policy } from '../core/tool-kinds.ts';
import { parseToml } from '../tools/formats/parse-text.ts';
import { checkHosts } from '../tools/install-options.ts';
import { nearName } from '../tools/validate/near-name.ts';
import { lineOf } from './toml-place.ts';

export interface ToolGrants {
  hosts?: string[];
  writes?: boolean;
  policy?: Policy;
  enabled?: boolean;
  /** Seconds. */
  timeout?: number;
  config?: JsonObject;
}

export interface ServeSettings {
  /** Relative to the file. */
  docs?: string;
  /** The root of the tools' folders, relative to the file. */
  files?: string;
  hosts: string[];
  writes: boolean;
  ask: boolean;
  /** Values by name. */
  secrets: Record<string, string>;
  tools: Record<string, ToolGrants>;
  /** Read together with the agents of other files. */
  agents: Record<string, unknown>;
}

export const NO_SETTINGS: ServeSettings = {
  hosts: [],
  writes: false,
  ask: false,
  secrets: {},
  tools: {},
  agents: {},
};

const TOP = ['docs', 'files', 'hosts', 'writes', 'ask', 'secrets', 'tools', 'agents'];
const OF_TOOL = ['hosts', 'writes', 'policy', 'enabled', 'timeout', 'config'];

/**
 * @param environment of the program: the value of `${NAME}` in a secret
 * @throws Failure `bad_request` that names the file, the line and the key
 */
export async function readServeSettings(
  text: string,
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ServeSettings> {
  const toml = await parseToml(text, file);
  const reader = new SettingsReader(text, file);
  reader.knows(toml, [], TOP);
  const tools = reader.table(toml, ['tools']);
  const secrets = reader.table(toml, ['secrets']);
  const docs = reader.text(toml, ['docs']);
  const files = reader.text(toml, ['files']);
  return {
    ...(docs !== undefined && { docs }),
    ...(files !== undefined && { files }),
    hosts: reader.hosts(toml, ['hosts']) ?? [],
    writes: reader.flag(toml, ['writes']) ?? false,
    ask: reader.flag(toml, ['ask']) ?? false,
    secrets: Object.fromEntries(
      Object.keys(secrets).map((name) => [name, reader.secret(secrets, ['secrets', name], environment)]),
    ),
    tools: Object.fromEntries(
      Object.keys(tools).map((name) => [name, reader.tool(reader.table(tools, ['tools', name]), name)]),
    ),
    agents: reader.table(toml, ['agents']),
  };
}

type Table = Record<string, unknown>;

class SettingsReader {
  readonly #text: string;
  readonly #file: string;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
  }

  knows(table: Table, place: string[], names: readonly string[]): void {
    const wrong = Object.keys(table).find((name) => !names.includes(name));
    if (wrong === undefined) return;
    const near = nearName(wrong, names);
    const hint = near === undefined ? `known are ${names.join(', ')}` : `did you mean ${near}?`;
    throw this.#wrong([...place, wrong], `there is no such setting; ${hint}`);
  }

  tool(table: Table, name: string): ToolGrants {
    const place = (key: string): string[] => ['tools', name, key];
    this.knows(table, ['tools', name], OF_TOOL);
    const policy = this.text(table, place('policy'));
    if (policy !== undefined && !POLICIES.includes(policy as Policy)) {
      throw this.#wrong(place('policy'), `must be one of ${POLICIES.join(', ')}`);
    }
    const { timeout } = table;
    if (timeout !== undefined && !isTimeout(timeout)) {
      throw this.#wrong(place('timeout'), `must be seconds from ${TIMEOUT.min} to ${TIMEOUT.max}`);
    }
    const [hosts, writes, enabled] = [
      this.hosts(table, place('hosts')),
      this.flag(table, place('writes')),
      this.flag(table, place('enabled')),
    ];
    return {
      ...(hosts && { hosts }),
      ...(writes !== undefined && { writes }),
      ...(policy !== undefined && { policy: policy as Policy }),
      ...(enabled !== undefined && { enabled }),
      ...(timeout !== undefined && { timeout: timeout as number }),
      ...(table['config'] !== undefined && { config: toJson(this.table(table, place('config'))) }),
    };
  }

  secret(table: Table, place: string[], environment: Readonly<Record<string, string | undefined>>): string {
    const [, name = ''] = place;
    if (!SECRET_NAME.test(name)) throw this.#wrong(place, 'this is not a valid secret name');
    const text = this.text(table, place) ?? '';
    const missing = namesIn({ text }).find((variable) => !environment[variable]);
    if (missing !== undefined) throw this.#wrong(place, `the environment has no variable ${missing}`);
    return text.replace(/\$\{(\w+)\}/g, (_, variable: string) => environment[variable] ?? '');
  }

  table(around: Table, place: string[]): Table {
    const value = around[place.at(-1)!];
    if (value === undefined) return {};
    if (!isObject(value)) throw this.#wrong(place, 'must be a table');
    return value;
  }

  text(table: Table, place: string[]): string | undefined {
    const value = table[place.at(-1)!];
    if (value === undefined || typeof value === 'string') return value;
    throw this.#wrong(place, 'must be a string');
  }

  flag(table: Table, place: string[]): boolean | undefined {
    const value = table[place.at(-1)!];
    if (value === undefined || typeof value === 'boolean') return value;
    throw this.#wrong(place, 'must be true or false');
  }

  hosts(table: Table, place: string[]): string[] | undefined {
    const value = table[place.at(-1)!];
    if (value === undefined) return undefined;
    try {
      return checkHosts(value);
    } catch (problem) {
      if (!(problem instanceof Failure)) throw problem;
      throw this.#wrong(place, problem.message);
    }
  }

  #wrong(place: string[], why: string): Failure {
    return new Failure(
      'bad_request',
      `${this.#file}:${lineOf(this.#text, place)}: ${place.join('.')}: ${why}`,
    );
  }
}

function isTimeout(value: unknown): value is number {
  return typeof value === 'number' && value >= TIMEOUT.min && value <= TIMEOUT.max;
}

/** TOML has dates, which become texts. */
function toJson(table: Table): JsonObject {
  return JSON.parse(JSON.stringify(table)) as Record<string, Json>;
}
