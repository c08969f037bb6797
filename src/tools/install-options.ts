// Checks the options for installing a tool, which may come from a script on the page.
import { checkTags, type Upstream } from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import { toFolderPath } from '../core/folder-path.ts';
import { canonicalHost } from '../core/hosts.ts';
import { isObject, type JsonObject } from '../base/json.ts';
import { checkLimits, HIGHEST_LIMITS, inMebibytes, type Limits } from '../core/limits.ts';
import { POLICIES, type Policy } from '../core/tool-kinds.ts';
import { toToolPage, type ToolPage } from '../core/tool-page.ts';
import { byteLength, deepFreeze, toPlain } from './plain.ts';

export interface InstallOptions {
  /** Names the tool when its script doesn't. */
  fileName?: string;
  /** Text files of the script, by path: modules such as `lib/words.lua`, and files for `fs.read`. */
  files?: Record<string, string>;
  policy?: Policy;
  /** The hosts it may reach. Never taken from the script. */
  hosts?: string[];
  /** It may write to its folder without asking. Default: only when `policy` is given as `allow`. */
  writes?: boolean;
  config?: JsonObject;
  limits?: Partial<Limits>;
  tags?: string[];
  /** Ids of the collections it may read; null: all documents. */
  collections?: string[] | null;
  /** Maximum calls per minute; null for no limit. */
  maxCallsPerMinute?: number | null;
  /** Its view of its results; null for none. */
  page?: ToolPage | null;
  /** May be offered to models. Default: true. */
  llmCallable?: boolean;
  /** May be offered to people as a form. Default: true. */
  userCallable?: boolean;
  /** False: installed but switched off. */
  enable?: boolean;
  /** The slug of its bundle. Default: the bundle that has a tool of that name, else “My tools”. */
  bundle?: string;
  /** Where it came from, for the check for updates. */
  from?: Upstream;
  /** Opened and not saved yet: models, tools and pages can't call it. */
  draft?: boolean;
  /** Replace a tool with the same name and version. */
  replace?: boolean;
}

/** A tool's files are read at every start and sent with every run. */
const MAX_FILES = 200;
const MAX_FILES_BYTES = 2 * 1024 * 1024;

/** @throws Failure `bad_request` that names the option, `too_large`, or `denied` for a file path outside the folder */
export function checkOptions(given: unknown): InstallOptions {
  if (given === undefined || given === null) return {};
  if (!isObject(given)) throw new Failure('bad_request', 'install options must be an object');
  const { fileName, files, policy, hosts, writes, config, limits, enable, replace } = given;
  const { draft, collections, page } = given;
  const { tags, maxCallsPerMinute, llmCallable, userCallable, bundle, from } = given;
  const options: InstallOptions = {};
  if (fileName !== undefined) options.fileName = String(fileName);
  if (files !== undefined) options.files = checkFiles(files);
  if (policy !== undefined) {
    options.policy = checkPolicy(policy);
    // "Never ask" applies to the whole tool, including its own folder.
    if (policy === 'allow') options.writes = true;
  }
  if (hosts !== undefined) options.hosts = checkHosts(hosts);
  if (writes !== undefined) options.writes = writes === true;
  if (config !== undefined) options.config = checkConfig(config);
  if (limits !== undefined) options.limits = checkLimits(limits, HIGHEST_LIMITS);
  if (enable !== undefined) options.enable = enable !== false;
  if (replace !== undefined) options.replace = replace === true;
  if (draft !== undefined) options.draft = draft === true;
  if (tags !== undefined) options.tags = checkTags(tags);
  if (collections !== undefined) options.collections = checkCollections(collections);
  if (page !== undefined) options.page = page === null ? null : toToolPage(page);
  if (maxCallsPerMinute !== undefined) options.maxCallsPerMinute = checkCalls(maxCallsPerMinute);
  if (llmCallable !== undefined) options.llmCallable = llmCallable !== false;
  if (userCallable !== undefined) options.userCallable = userCallable !== false;
  if (bundle !== undefined) options.bundle = String(bundle);
  if (from !== undefined) options.from = checkUpstream(from);
  return options;
}

const MAX_COLLECTIONS = 100;

function checkCollections(ids: unknown): string[] | null {
  if (ids === null) return null;
  if (!Array.isArray(ids) || ids.length > MAX_COLLECTIONS || !ids.every((id) => typeof id === 'string'))
    throw new Failure(
      'bad_request',
      `collections must be a list of at most ${MAX_COLLECTIONS} collection ids, or null`,
    );
  return [...new Set(ids as string[])];
}

/** Highest limit of calls per minute. */
const MAX_CALLS = 6000;

function checkCalls(calls: unknown): number | null {
  if (calls === null) return null;
  if (!Number.isInteger(calls) || (calls as number) < 1 || (calls as number) > MAX_CALLS) {
    throw new Failure(
      'bad_request',
      `maxCallsPerMinute must be a whole number from 1 to ${MAX_CALLS}, or null`,
    );
  }
  return calls as number;
}

function checkUpstream(from: unknown): Upstream {
  if (isObject(from) && typeof from['url'] === 'string' && /^[0-9a-f]{64}$/.test(String(from['hash']))) {
    const { url, hash, entry } = from;
    return { url, hash: String(hash), ...(typeof entry === 'string' && { entry }) };
  }
  throw new Failure(
    'bad_request',
    'from must be an object with a url and the SHA-256 hash of what came from there',
  );
}

export function checkPolicy(policy: unknown): Policy {
  if (!POLICIES.includes(policy as Policy)) {
    throw new Failure('bad_request', `policy must be one of ${POLICIES.join(', ')}`);
  }
  return policy as Policy;
}

export function checkConfig(config: unknown): JsonObject {
  if (!isObject(config)) throw new Failure('bad_request', 'config must be an object');
  return toPlain(config, 'config') as JsonObject;
}

/**
 * Validates exact hosts in canonical form, with a port unless it is the default: no path, wildcard or user name.
 * @throws Failure `bad_request` that names the invalid one
 */
export function checkHosts(hosts: unknown): string[] {
  if (!Array.isArray(hosts)) throw new Failure('bad_request', 'hosts must be a list of host names');
  return [...new Set(hosts.map(toHost))];
}

function toHost(given: unknown): string {
  const host = canonicalHost(String(given));
  if (host !== undefined) return host;
  throw new Failure(
    'bad_request',
    `host '${String(given)}' must be a plain host name such as api.example.com`,
  );
}

function checkFiles(files: unknown): Record<string, string> {
  if (!isObject(files)) throw new Failure('bad_request', 'files must be an object of strings by path');
  const entries = Object.entries(files).map(([path, text]): [string, string] => {
    if (typeof text !== 'string') throw new Failure('bad_request', `the file '${path}' must be a string`);
    return [toFolderPath(path, 'files'), text];
  });
  const bytes = entries.reduce((sum, [, text]) => sum + byteLength(text), 0);
  if (entries.length > MAX_FILES || bytes > MAX_FILES_BYTES) {
    throw new Failure(
      'too_large',
      `a tool can have at most ${MAX_FILES} files with ${inMebibytes(MAX_FILES_BYTES)} together`,
    );
  }
  return deepFreeze(Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))));
}
