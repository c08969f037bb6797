// What a script needs and lacks: hosts, secrets, other tools, modules, the right to write.
import type { Finding, Place } from '../../core/finding.ts';
import { canonicalHost } from '../../core/hosts.ts';
import type { JsonObject } from '../../base/json.ts';
import { namesIn } from '../../core/placeholders.ts';
import type { ToolSpec } from '../../core/tool.ts';
import { nearName } from './near-name.ts';
import type { ScriptNames, Text } from './script-names.ts';

/** What the tool was granted so far; nothing when it isn't installed. */
export interface Given {
  hosts: readonly string[];
  writes: boolean;
  config: JsonObject;
  /** Names of the secrets that are set. */
  secrets: readonly string[];
  /** Names of the tools that scripts can call. */
  tools: readonly string[];
}

export function hostFindings(
  scripts: readonly ScriptNames[],
  spec: Pick<ToolSpec, 'hosts'> | undefined,
  { hosts, config }: Given,
): Finding[] {
  const granted = new Set(hosts.map((host) => canonicalHost(host)));
  const told = new Set<string>();
  const findings: Finding[] = [];
  const need = (host: string, words: string, place?: Place): void => {
    if (granted.has(host) || told.has(host)) return;
    told.add(host);
    const message = `${words} ${host}, which is not granted; grant it in the tool’s settings`;
    findings.push({ code: 'missing_grant', message, ...place });
  };
  for (const script of scripts) {
    if (!script.uses().some(({ path }) => path[0] === 'http')) continue;
    for (const text of script.texts()) {
      const host = hostOf(text);
      if (host !== undefined) need(host, 'the script names the host', text.place);
    }
  }
  for (const value of textsOf(config)) {
    const host = hostOf({ value, open: false });
    if (host !== undefined) need(host, 'the config names the host');
  }
  for (const asked of spec?.hosts ?? []) {
    const host = canonicalHost(asked);
    if (host !== undefined) need(host, 'the script asks for the host');
  }
  return findings;
}

/** Returns the host of a text that begins as an address and contains the whole host. */
function hostOf({ value, open }: Pick<Text, 'value' | 'open'>): string | undefined {
  const [, host = '', rest = ''] = /^https?:\/\/([^/?#\s@]*)([^]?)/i.exec(value) ?? [];
  if (host === '' || /[%${}]/.test(host) || (open && rest === '')) return undefined;
  return canonicalHost(value.slice(0, value.indexOf(host)) + host);
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

export function secretFindings(
  scripts: readonly ScriptNames[],
  spec: ToolSpec | undefined,
  { config, secrets }: Given,
): Finding[] {
  const defaults = Object.values(spec?.parameters.properties ?? {}).map((schema) => schema.default ?? null);
  // A connector’s parameters are its config.
  const named = namesIn({ config, defaults: spec?.kind === 'connector' ? defaults : [] });
  const findings: Finding[] = named
    .filter((name) => !secrets.includes(name))
    .map((name) => ({
      code: 'missing_secret',
      message: `the config names the secret ${name}, which is not set; add it in Settings`,
    }));
  const known = new Set([...Object.keys(config), ...named]);
  for (const script of scripts) {
    for (const { path, text, place } of script.uses()) {
      if (path.join('.') !== 'env.get' || script.own.has('env') || text === undefined || known.has(text))
        continue;
      const message = `env.get("${text}") gives nil, since the tool’s config does not name ${text}; for a secret, add a value \${${text}} to its config`;
      findings.push({ code: 'missing_setting', message, ...place });
    }
  }
  return findings;
}

export function toolFindings(script: ScriptNames, { tools }: Given): Finding[] {
  const findings: Finding[] = [];
  for (const { path, place } of script.uses()) {
    const [root, name] = path;
    if (
      root !== 'tools' ||
      script.own.has('tools') ||
      name === undefined ||
      name === 'all' ||
      tools.includes(name)
    )
      continue;
    const near = nearName(name, tools);
    const message = `no tool called ${name} is installed${near === undefined ? '' : `; did you mean tools.${near}?`}`;
    findings.push({ code: 'unknown_tool', message, ...place });
  }
  return findings;
}

/** Modules that exist regardless of the files. */
const BUILT_IN: ReadonlySet<string> = new Set(['_G', 'coroutine', 'math', 'os', 'string', 'table', 'utf8']);

export function moduleFindings(script: ScriptNames, files: Readonly<Record<string, string>>): Finding[] {
  const findings: Finding[] = [];
  for (const { path, text, place } of script.uses()) {
    if (path.join('.') !== 'require' || script.own.has('require') || text === undefined) continue;
    if (BUILT_IN.has(text) || modulePaths(text).some((file) => Object.hasOwn(files, file))) continue;
    const message = `there is no module '${text}' among the tool’s files; it would be ${modulePaths(text)[0] as string}`;
    findings.push({ code: 'unknown_module', message, ...place });
  }
  return findings;
}

/** Returns the files that `require` tries, in order. */
function modulePaths(name: string): string[] {
  const bare = name.replace(/\.lua$/, '');
  const base = bare.includes('/') ? bare : bare.replaceAll('.', '/');
  return [`${base}.lua`, `${base}/init.lua`, `lib/${base}.lua`, `lib/${base}/init.lua`];
}

export function writeFindings(script: ScriptNames, { writes }: Given): Finding[] {
  if (writes || script.own.has('fs')) return [];
  const changing = script.uses().find(({ path }) => /^fs\.(write|delete)$/.test(path.join('.')));
  if (!changing) return [];
  const message = `${changing.path.join('.')} asks before each change, since the tool may not write to its folder; allow it in its settings`;
  return [{ code: 'missing_grant', message, ...changing.place }];
}
