// Names of the page API calls that the first screen does not need; their code loads on the first call. A missing name
// is a type error.
import { deferred, once } from '../core/deferred.ts';
import type { PageApi } from './page-api-types.ts';
import type { PageApp } from './page-app.ts';
import type { pageParts } from './page-parts.ts';

type Later = keyof ReturnType<typeof pageParts>;

const TOOLS = [
  'list',
  'page',
  'get',
  'search',
  'call',
  'test',
  'install',
  'update',
  'configure',
  'grant',
  'settings',
  'enable',
  'disable',
  'remove',
  'restore',
  'removed',
  'history',
  'diff',
  'use',
  'validate',
  'cases',
  'runCases',
  'definition',
  'definitions',
  'toLua',
  'import',
  'export',
  'share',
  'checkUpdate',
] as const;
const BUNDLES = [
  'list',
  'get',
  'create',
  'update',
  'enable',
  'disable',
  'remove',
  'restore',
  'export',
  'checkUpdate',
] as const;
const RUNS = ['list', 'get', 'replay', 'repeat', 'remove', 'clear', 'export'] as const;
const KNOWLEDGE = ['add', 'search', 'answer', 'get', 'sources', 'remove'] as const;
const COLLECTIONS = ['list', 'create', 'rename', 'remove', 'documents', 'add', 'takeOut'] as const;
const CONNECTORS = ['list', 'scan'] as const;
const EMBEDDINGS = ['status', 'onStatus', 'pause', 'resume', 'start', 'choose'] as const;
const FEEDS = ['list', 'add', 'update', 'remove', 'scan', 'site', 'onChange'] as const;
const PROFILES = ['list', 'add', 'remove', 'resolve'] as const;
const REMOTES = ['list', 'add', 'update', 'remove', 'state', 'push'] as const;
const SECRETS = ['list', 'set', 'remove', 'status', 'lock', 'unlock', 'setPassphrase'] as const;
const STORAGE = ['usage', 'persist', 'persisted', 'free'] as const;
const BACKUP = ['export', 'inspect', 'restore'] as const;

export function laterCalls(
  opening: Promise<PageApp>,
): Pick<PageApi, Exclude<Later, 'embeddings' | 'collections'> | 'knowledge'> {
  const load = once(async () => (await import('./page-parts.ts')).pageParts(opening));
  const loadKnowledge = once(async () => (await import('./knowledge-api.ts')).knowledgeApi(opening));
  return {
    tools: Object.freeze(deferred(async () => (await load()).tools, TOOLS)),
    bundles: Object.freeze(deferred(async () => (await load()).bundles, BUNDLES)),
    runs: Object.freeze(deferred(async () => (await load()).runs, RUNS)),
    connectors: Object.freeze(deferred(async () => (await load()).connectors, CONNECTORS)),
    knowledge: Object.freeze({
      ...deferred(loadKnowledge, KNOWLEDGE),
      collections: Object.freeze(deferred(async () => (await load()).collections, COLLECTIONS)),
      embeddings: Object.freeze(deferred(async () => (await load()).embeddings, EMBEDDINGS)),
    }),
    feeds: Object.freeze(deferred(async () => (await load()).feeds, FEEDS)),
    profiles: Object.freeze(deferred(async () => (await load()).profiles, PROFILES)),
    remotes: Object.freeze(deferred(async () => (await load()).remotes, REMOTES)),
    secrets: Object.freeze(deferred(async () => (await load()).secrets, SECRETS)),
    storage: Object.freeze(deferred(async () => (await load()).storage, STORAGE)),
    backup: Object.freeze(deferred(async () => (await load()).backup, BACKUP)),
  };
}
