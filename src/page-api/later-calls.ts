// Names of the page API calls that the first screen does not need; their code loads on the first call. A missing name
// is a type error.
import { deferred, once } from '../core/deferred.ts';
import type { PageApi } from './page-api-types.ts';
import type { PageApp } from './page-app.ts';
import type { pageParts } from './page-parts.ts';

type Parts = ReturnType<typeof pageParts>;
type Later = keyof Parts;
/** The words of a text: one text takes fewer bytes than a list of names. */
type Word<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Word<Rest> : Text;

const TOOLS =
  'list page get search call test install update configure grant settings enable disable remove restore removed history diff use validate cases runCases definition definitions toLua import export share checkUpdate';
const BUNDLES = 'list get create update enable disable remove restore export checkUpdate';
const RUNS = 'list get replay repeat remove clear export';
const KNOWLEDGE = ['add', 'search', 'answer', 'get', 'sources', 'remove'] as const;
const COLLECTIONS = 'list create rename remove documents add takeOut';
const CONNECTORS = 'list scan';
const EMBEDDINGS = 'status onStatus pause resume start choose';
const FEEDS = 'list add update remove scan site onChange';
const PROFILES = 'list add remove resolve';
const REMOTES = 'list add update remove state push';
const SECRETS = 'list set remove status lock unlock setPassphrase';
const SERVERS = 'list add update remove refresh enable disable resources read prompts prompt';
const STORAGE = 'usage persist persisted free';
const BACKUP = 'export inspect restore';

export function laterCalls(
  opening: Promise<PageApp>,
): Pick<PageApi, Exclude<Later, 'embeddings' | 'collections'> | 'knowledge'> {
  const load = once(async () => (await import('./page-parts.ts')).pageParts(opening));
  const loadKnowledge = once(async () => (await import('./knowledge-api.ts')).knowledgeApi(opening));
  const part = <P extends Later, Calls extends string>(
    name: P,
    calls: Calls & (Word<Calls> extends keyof Parts[P] ? unknown : never),
  ) => {
    const names = calls.split(' ') as never;
    return Object.freeze(deferred(async () => (await load())[name], names)) as unknown as Pick<
      Parts[P],
      Word<Calls> & keyof Parts[P]
    >;
  };
  return {
    tools: part('tools', TOOLS),
    bundles: part('bundles', BUNDLES),
    runs: part('runs', RUNS),
    connectors: part('connectors', CONNECTORS),
    knowledge: Object.freeze({
      ...deferred(loadKnowledge, KNOWLEDGE),
      collections: part('collections', COLLECTIONS),
      embeddings: part('embeddings', EMBEDDINGS),
    }),
    feeds: part('feeds', FEEDS),
    profiles: part('profiles', PROFILES),
    remotes: part('remotes', REMOTES),
    secrets: part('secrets', SECRETS),
    servers: part('servers', SERVERS),
    storage: part('storage', STORAGE),
    backup: part('backup', BACKUP),
  };
}
