// The parts of the app that the page API calls.
import type { App } from '../apps/web/app.ts';

/** The parts of the App that the page API uses. */
export interface PageApp {
  readonly ready: App['ready'];
  readonly tools: App['tools'];
  readonly toolParts: App['toolParts'];
  readonly knowledge: Pick<App['knowledge'], 'add' | 'search' | 'get' | 'sources' | 'remove' | 'list'>;
  readonly collections: App['collections'];
  readonly agent: Pick<App['agent'], 'send' | 'answerOnce' | 'prepare'>;
  readonly embeddings: App['embeddings'];
  readonly scan: App['scan'];
  readonly feeds: App['feeds'];
  readonly profiles: App['profiles'];
  readonly remotes: App['remotes'];
  readonly secrets: App['secrets'];
  readonly servers: App['servers'];
  readonly storage: App['storage'];
  readonly vault: App['vault'];
}
