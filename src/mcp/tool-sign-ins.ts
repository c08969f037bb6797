// Signs in to the services of HTTP tools, with the steps and the windows that MCP servers use.
//
// - A token is stored in the vault, bound to its token address and client, and is sent only to the hosts that the
//   tool's definition had at the sign-in. No script gets it.
// - Refreshing happens under a lock: with one-time refresh tokens, two refreshes at once would end the sign-in.
import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import { Failure, isAbort } from '../core/errors.ts';
import { TOOL_SIGN_INS, type AccessToken, type SignInTarget } from '../core/ports/tool-sign-in.ts';
import { SECRET_MAX_LENGTH, SECRET_MIN_LENGTH } from '../core/secrets.ts';
import { loadSdk } from './load-sdk.ts';
import { OAuthSession, type OAuthRecord } from './oauth.ts';
import { serverFetch } from './server-fetch.ts';
import { ServerSecrets, type SecretStore } from './server-secrets.ts';
import type { SignInWindow } from './servers.ts';

export interface ToolSignInsDeps {
  vault: SecretStore & {
    has(name: string): Promise<boolean>;
    list(prefix: string): Promise<{ name: string }[]>;
  };
  fetch: typeof fetch;
  /** The page that a sign-in returns to. */
  redirectUrl: string;
  /** Keeps other tabs out. */
  lock<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Explains in a sentence why a request got no answer. */
  whyUnreachable(url: URL): Promise<string>;
}

interface SignInRecord extends OAuthRecord {
  clientId?: string;
  hosts?: readonly string[];
  /** When the token expires, in milliseconds since 1970. Absent: not known. */
  until?: number;
}

/** Milliseconds before its expiry at which a token counts as expired: the request that carries it still has to arrive. */
const MARGIN = 30_000;
/** Milliseconds for an answer of the token address. */
const TOKEN_TIMEOUT = 30_000;
/** Characters that a header can carry as a token. */
const TOKEN = /^[\x21-\x7e]+$/;

export class ToolSignIns {
  readonly redirectUrl: string;
  readonly #deps: ToolSignInsDeps;
  readonly #secrets: ServerSecrets;

  constructor(deps: ToolSignInsDeps) {
    this.#deps = deps;
    this.redirectUrl = deps.redirectUrl;
    this.#secrets = new ServerSecrets(deps.vault, TOOL_SIGN_INS);
  }

  /** Lets a person sign in. @throws Failure that says why it failed */
  async signIn(target: SignInTarget, window: SignInWindow): Promise<void> {
    const sdk = await loadSdk();
    const session = new OAuthSession({
      name: target.name,
      redirectUrl: this.redirectUrl,
      read: () => this.#read(target),
      write: (record) => this.#write(target, record),
      show: (address) => window.show(address),
    });
    const common = { metadata: metadataOf(target), clientInformation: clientOf(target) };
    const { authorizationUrl, codeVerifier } = await sdk.startAuthorization(target.tokenUrl, {
      ...common,
      redirectUrl: this.redirectUrl,
      state: session.state(),
      ...(target.scope !== undefined && { scope: target.scope }),
    });
    session.redirectToAuthorization(authorizationUrl);
    const back = await window.back;
    session.check(back);
    const tokens = await this.#asking(target, (fetchFn) =>
      sdk.exchangeAuthorization(target.tokenUrl, {
        ...common,
        authorizationCode: back.get('code') ?? '',
        codeVerifier,
        redirectUri: this.redirectUrl,
        fetchFn,
      }),
    );
    await this.#locked(target.key, () => session.saveTokens(tokens));
  }

  /** Tells whether there is a sign-in of a tool, for whichever client. Works while the vault is locked. */
  hasSignIn(key: string): Promise<boolean> {
    return this.#deps.vault.has(this.#secrets.nameOf(key, 'sign-in'));
  }

  /** Tells whether the user signed in with this client and token address. @throws Failure while the vault is locked */
  async isSignedIn(target: SignInTarget): Promise<boolean> {
    return (await this.#read(target)).tokens !== undefined;
  }

  /** Waits for a refresh, which would write its token afterwards. */
  signOut(key: string): Promise<void> {
    return this.#locked(key, () => this.#forget(key));
  }

  /** Deletes the sign-ins of tools that are gone. @param keys those of all tools */
  async sweep(keys: ReadonlySet<string>): Promise<void> {
    const prefix = this.#secrets.nameOf('', 'sign-in');
    for (const { name } of await this.#deps.vault.list(prefix)) {
      const key = name.slice(prefix.length);
      if (!keys.has(key)) await this.signOut(key);
    }
  }

  /** As in `ReadAccessToken`. */
  async token(target: SignInTarget, refused?: string): Promise<AccessToken> {
    const kept = await this.#read(target);
    const token = kept.tokens?.access_token;
    if (token === undefined) throw signInFirst(target);
    if (this.#isFresh(kept) && token !== refused) return tokenOf(kept, token);
    return this.#locked(target.key, async () => {
      // Another tab may have refreshed it meanwhile.
      const now = await this.#read(target);
      const current = now.tokens?.access_token;
      if (current === undefined) throw signInFirst(target);
      if (current !== refused && this.#isFresh(now)) return tokenOf(now, current);
      return this.#refreshed(target, now);
    });
  }

  async #refreshed(target: SignInTarget, record: SignInRecord): Promise<AccessToken> {
    const refreshToken = record.tokens?.refresh_token;
    if (refreshToken === undefined) throw new InvalidGrant(target);
    const sdk = await loadSdk();
    const tokens = await this.#asking(target, (fetchFn) =>
      sdk.refreshAuthorization(target.tokenUrl, {
        metadata: metadataOf(target),
        clientInformation: clientOf(target),
        refreshToken,
        fetchFn,
      }),
    ).catch(async (problem: unknown) => {
      if (problem instanceof InvalidGrant) await this.#forget(target.key);
      throw problem;
    });
    const fresh = { ...record, tokens };
    await this.#write(target, fresh, record.hosts);
    return tokenOf(fresh, tokens.access_token);
  }

  /** Asks the token address, and explains failures. */
  async #asking<T extends { access_token: string }>(
    target: SignInTarget,
    ask: (fetchFn: (url: string | URL, init?: RequestInit) => Promise<Response>) => Promise<T>,
  ): Promise<T> {
    const url = new URL(target.tokenUrl);
    const send = serverFetch({
      url,
      headers: async () => ({}),
      gates: new Set(),
      fetch: (input, init) =>
        this.#deps.fetch(input, { ...init, signal: AbortSignal.timeout(TOKEN_TIMEOUT) }),
    });
    let tokens: T;
    try {
      tokens = await ask(send);
    } catch (problem) {
      throw await this.#troubleOf(problem, target, url);
    }
    const { access_token: token } = tokens;
    if (!TOKEN.test(token) || token.length < SECRET_MIN_LENGTH || token.length > SECRET_MAX_LENGTH) {
      throw new Failure('unavailable', `${url.host} gave an access token that no header can carry`);
    }
    return tokens;
  }

  async #troubleOf(problem: unknown, target: SignInTarget, url: URL): Promise<Failure> {
    if (problem instanceof Failure) return problem;
    if (isAbort(problem)) return new Failure('timeout', `${url.host} does not respond`);
    const { code, status } = (problem ?? {}) as { code?: unknown; status?: unknown };
    if (code === 'invalid_grant') return new InvalidGrant(target);
    if (problem instanceof TypeError) return new Failure('unavailable', await this.#deps.whyUnreachable(url));
    // The message is text from the server; only its standard code is repeated.
    const said = typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? code : status;
    return new Failure(
      'unavailable',
      `${url.host} gave no access token${said === undefined ? '' : ` (${String(said)})`}; check the client of tool '${target.name}' and its secret`,
    );
  }

  async #read(target: SignInTarget): Promise<SignInRecord> {
    const record: SignInRecord = await this.#secrets.signIn(placeOf(target));
    return record.clientId === target.clientId ? record : {};
  }

  async #write(
    target: SignInTarget,
    { tokens }: OAuthRecord,
    hosts: readonly string[] = target.hosts,
  ): Promise<void> {
    const life = tokens?.expires_in;
    const record: SignInRecord = {
      ...(tokens && { tokens }),
      clientId: target.clientId,
      hosts,
      ...(life !== undefined && { until: this.#deps.now() + life * 1000 }),
    };
    await this.#secrets.set(placeOf(target), 'sign-in', record);
  }

  #forget(key: string): Promise<void> {
    return this.#secrets.forget(key, ['sign-in']);
  }

  #locked<T>(key: string, work: () => Promise<T>): Promise<T> {
    return this.#deps.lock(`perilune-sign-in:${key}`, work);
  }

  #isFresh({ until }: SignInRecord): boolean {
    return until === undefined || until - MARGIN > this.#deps.now();
  }
}

function tokenOf({ hosts = [] }: SignInRecord, value: string): AccessToken {
  return { value, hosts };
}

function placeOf({ key, tokenUrl }: SignInTarget): { id: string; url: string } {
  return { id: key, url: tokenUrl };
}

function clientOf({ clientId, clientSecret }: SignInTarget) {
  return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
}

/** What the service would publish about itself, from the definition. */
function metadataOf(target: SignInTarget): AuthorizationServerMetadata {
  const { authorizeUrl, tokenUrl, clientSecret, credentials } = target;
  const method = credentials === 'basic' ? 'client_secret_basic' : 'client_secret_post';
  return {
    issuer: new URL(tokenUrl).origin,
    authorization_endpoint: authorizeUrl,
    token_endpoint: tokenUrl,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [clientSecret === undefined ? 'none' : method],
  };
}

function signInFirst({ name }: SignInTarget): Failure {
  return new Failure(
    'unavailable',
    `nobody has signed in for it: open '${name}' in Studio and choose Sign in`,
  );
}

/** The service takes this sign-in no more. */
class InvalidGrant extends Failure {
  constructor({ name }: SignInTarget) {
    super('unavailable', `its sign-in is no longer valid: open '${name}' in Studio and choose Sign in`);
  }
}
