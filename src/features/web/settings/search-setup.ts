// Sets up `web_search`: the service, its address, and its key as a secret for this address alone.
import type { App } from '../../../apps/web/app.ts';
import { Failure } from '../../../core/errors.ts';
import { hostOfAddress, isSafeForSecrets } from '../../../core/hosts.ts';
import type { Tool } from '../../../core/tool.ts';

export const SEARCH_TOOL = 'web_search';
export const PAGE_TOOL = 'read_page';
/** Name of the secret that holds the key. */
export const KEY_NAME = 'WEB_SEARCH_KEY';

export type ServiceId = 'searxng' | 'tavily' | 'jina' | 'brave';

export interface SearchService {
  id: ServiceId;
  label: string;
  /** Its address; absent when the user enters one. */
  address?: string;
  needsKey: boolean;
  hint: string;
}

export const SERVICES: readonly SearchService[] = [
  {
    id: 'searxng',
    label: 'SearXNG',
    needsKey: false,
    hint: 'Use your own instance. It must allow the json format (search.formats in settings.yml) and send CORS headers for this page.',
  },
  {
    id: 'tavily',
    label: 'Tavily',
    address: 'https://api.tavily.com',
    needsKey: true,
    hint: 'A search API with a free tier. Get a key on its site.',
  },
  {
    id: 'jina',
    label: 'Jina',
    address: 'https://s.jina.ai',
    needsKey: true,
    hint: 'A search API with a free tier. Get a key on its site.',
  },
  {
    id: 'brave',
    label: 'Brave',
    needsKey: false,
    hint: 'Brave refuses requests from web pages. Put your own proxy in front of it that adds CORS headers. The proxy can hold the key.',
  },
];

export interface SearchSetup {
  service: ServiceId;
  address: string;
  /** As typed; empty keeps the stored one, if any. */
  key: string;
}

export interface KnownSetup extends Omit<SearchSetup, 'key' | 'service'> {
  service: ServiceId | '';
  host: string | undefined;
  hasKey: boolean;
}

/** The current setup. */
export function setupOf({ config }: Pick<Tool, 'config'>): KnownSetup {
  const { engine, address, key } = config;
  const service = SERVICES.find(({ id }) => id === engine);
  const place = typeof address === 'string' && address !== '' ? address : service?.address;
  return {
    service: service?.id ?? '',
    address: typeof address === 'string' ? address : '',
    host: place === undefined ? undefined : hostOfAddress(place),
    hasKey: typeof key === 'string' && key !== '',
  };
}

/** @throws Failure `bad_request` that says what is missing, or the error of saving the secret or the tool */
export async function saveSetup(
  { tools, secrets }: Pick<App, 'tools' | 'secrets'>,
  given: SearchSetup,
  known: KnownSetup,
): Promise<void> {
  const service = SERVICES.find(({ id }) => id === given.service)!;
  const host = checkAddress(service, given);
  const typed = given.key.trim();
  // A key for one address is never sent to another.
  const keeps = typed === '' && known.hasKey && known.host === host;
  if (service.needsKey && typed === '' && !keeps)
    throw new Failure('bad_request', `${service.label} needs a key. Paste it into the field Key.`);
  if (typed !== '') await secrets.set(KEY_NAME, typed, [host]);
  else if (!keeps && known.hasKey) await secrets.remove(KEY_NAME);
  const address = given.address.trim();
  await tools.configure(SEARCH_TOOL, {
    config: {
      engine: service.id,
      ...(address !== '' && { address }),
      ...((typed !== '' || keeps) && { key: `\${${KEY_NAME}}` }),
    },
    hosts: [host],
  });
  if (!tools.get(SEARCH_TOOL)?.enabled) await tools.setEnabled(SEARCH_TOOL, true);
}

/** Turns search off and deletes the key. */
export async function forgetSetup({ tools, secrets }: Pick<App, 'tools' | 'secrets'>): Promise<void> {
  await tools.configure(SEARCH_TOOL, { config: {}, hosts: [] });
  await secrets.remove(KEY_NAME);
}

/** @returns the search host */
function checkAddress({ label, address }: SearchService, given: SearchSetup): string {
  const written = given.address.trim() || address;
  if (written === undefined)
    throw new Failure('bad_request', `Enter the address of ${label}, such as https://search.example.org.`);
  const host = hostOfAddress(written);
  if (host === undefined)
    throw new Failure('bad_request', 'The address must begin with https:// and name a host.');
  if (!isSafeForSecrets(new URL(written)))
    throw new Failure('bad_request', `Use https:// for ${host}: anyone on the network can read http.`);
  return host;
}
