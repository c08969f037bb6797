// Reads a script's settings from a Context Harness `ctx.toml`: its config, its timeout, and the variables that they
// name.
import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { namesIn } from '../core/placeholders.ts';
import { parseToml } from '../tools/formats/parse-text.ts';
import { WrongUse } from './command-line.ts';
import { unreadable } from './system-error.ts';

export interface CtxConfig {
  config: JsonObject;
  /** Seconds. */
  timeout: number | undefined;
  /** Names in `${…}`. */
  variables: string[];
}

/** Fields of a script's section that are not config. */
const NOT_CONFIG = ['path', 'timeout', 'approve'];

/**
 * @param script the file to run: its section is found by its path, otherwise by its name
 * @param source names the section
 * @throws WrongUse, or Failure for invalid TOML
 */
export async function readCtxConfig(
  file: string,
  script: string,
  source: string | undefined,
): Promise<CtxConfig> {
  const toml = await parseToml(readText(file), basename(file));
  const sections = ['tools', 'connectors'].flatMap((table) => {
    const group = toml[table];
    const scripts = isObject(group) ? group['script'] : undefined;
    return isObject(scripts) ? Object.entries(scripts) : [];
  });
  const isOfScript = (entry: unknown): boolean =>
    isObject(entry) &&
    typeof entry['path'] === 'string' &&
    [dirname(resolve(file)), '.'].some((from) => resolve(from, entry['path'] as string) === resolve(script));
  const stem = basename(script).replace(/\.lua$/i, '');
  const found =
    source !== undefined
      ? sections.find(([name]) => name === source)
      : (sections.find(([, entry]) => isOfScript(entry)) ?? sections.find(([name]) => name === stem));
  if (!found && source !== undefined) {
    const names = sections.map(([name]) => name).join(', ') || 'none';
    throw new WrongUse(`--source: ${file} has no section '${source}'; there are: ${names}`);
  }
  const entry = isObject(found?.[1]) ? found[1] : {};
  const { timeout } = entry;
  const config = JSON.parse(
    JSON.stringify(Object.fromEntries(Object.entries(entry).filter(([key]) => !NOT_CONFIG.includes(key)))),
  ) as Record<string, Json>;
  return { config, timeout: typeof timeout === 'number' ? timeout : undefined, variables: namesIn(config) };
}

/** @throws WrongUse */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (problem) {
    throw new WrongUse(`--config: ${unreadable(file, problem)}`);
  }
}
