// Signs in to a server (OAuth 2.1 with PKCE): the SDK performs the steps, this class stores their data and opens the
// window.
//
// - No window opens without a click of a person: the call then fails with the place to sign in.
// - Tokens are stored in the vault, and sent only to the origin that they were made for.
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { Failure } from '../core/errors.ts';
import { isSafeForSecrets } from '../core/hosts.ts';
import { signIn } from './trouble.ts';

/** State stored between visits. */
export interface OAuthRecord {
  client?: StoredOAuthClientInformation;
  tokens?: StoredOAuthTokens;
}

export interface OAuthSessionDeps {
  /** The name of the server. */
  name: string;
  redirectUrl: string;
  read(): Promise<OAuthRecord>;
  write(record: OAuthRecord): Promise<void>;
  /** Opens the sign-in page. Absent unless a person asked for it. */
  show?: (address: URL) => void;
}

export class OAuthSession implements OAuthClientProvider {
  readonly #deps: OAuthSessionDeps;
  readonly #state = crypto.randomUUID();
  #verifier = '';
  #discovered: OAuthDiscoveryState | undefined;

  constructor(deps: OAuthSessionDeps) {
    this.#deps = deps;
  }

  get redirectUrl(): string {
    return this.#deps.redirectUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Perilune',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      // A page can't keep a client secret.
      token_endpoint_auth_method: 'none',
    };
  }

  state(): string {
    return this.#state;
  }

  async clientInformation(): Promise<StoredOAuthClientInformation | undefined> {
    return (await this.#deps.read()).client;
  }

  async saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    await this.#change({ client });
  }

  async tokens(): Promise<StoredOAuthTokens | undefined> {
    return (await this.#deps.read()).tokens;
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    await this.#change({ tokens });
  }

  redirectToAuthorization(address: URL): void {
    const { show, name } = this.#deps;
    if (!show) throw signIn(name);
    checkSignInAddress(address, name);
    show(address);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }

  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (scope === 'all' || scope === 'verifier') this.#verifier = '';
    if (scope === 'all' || scope === 'discovery') this.#discovered = undefined;
    if (scope !== 'all' && scope !== 'client' && scope !== 'tokens') return;
    const { client, tokens } = await this.#deps.read();
    await this.#deps.write({
      ...(scope === 'tokens' && client && { client }),
      ...(scope === 'client' && tokens && { tokens }),
    });
  }

  /** @param back parameters that the window returned. @throws Failure when they don't answer this sign-in. */
  check(back: URLSearchParams): void {
    if (back.get('state') !== this.#state)
      throw new Failure('denied', 'this sign-in was started in another place; try again');
    const error = back.get('error');
    if (error !== null && back.get('code') === null) {
      throw new Failure('denied', `signing in to '${this.#deps.name}' failed: ${error.slice(0, 100)}`);
    }
  }

  async #change(more: OAuthRecord): Promise<void> {
    await this.#deps.write({ ...(await this.#deps.read()), ...more });
  }
}

/** Opens only web pages: another scheme could start a program. @throws Failure `denied` */
function checkSignInAddress(address: URL, server: string): void {
  const { protocol, origin, username, password } = address;
  const refuse = (what: string): never => {
    throw new Failure(
      'denied',
      `server '${server}' wants you to sign in ${what}; ask its operator for an https address`,
    );
  };
  if (protocol !== 'https:' && protocol !== 'http:')
    refuse(`at an address with the scheme ${protocol.slice(0, 40)}`);
  if (!isSafeForSecrets(address)) refuse(`at ${origin}, which is not encrypted`);
  if (username !== '' || password !== '')
    refuse(`at an address with a user name before the @, whose actual host is ${address.host}`);
}
