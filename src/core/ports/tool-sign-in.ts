// The sign-in of a person for an HTTP tool: what its definition says, and the token that results.

/** Names of sign-ins in the vault begin with it. */
export const TOOL_SIGN_INS = 'tool-';

export function toolSignInName(key: string): string {
  return `${TOOL_SIGN_INS}sign-in:${key}`;
}

export function isToolSignIn(name: string): boolean {
  return name.startsWith(toolSignInName(''));
}

/** Where a tool's sign-in happens, with its client. Every value comes from its definition, config and secrets. */
export interface SignInTarget {
  /** Id of the tool's folder: all its versions share a sign-in. */
  key: string;
  /** Name of the tool, for messages. */
  name: string;
  authorizeUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret?: string;
  /** Where client id and secret are sent. */
  credentials: 'body' | 'basic';
  scope?: string;
  /** The hosts of its requests, which may get the token. */
  hosts: readonly string[];
}

export interface AccessToken {
  value: string;
  /** The hosts that it may be sent to: those of the definition that the person signed in with. */
  hosts: readonly string[];
}

/**
 * Returns the token of a sign-in, refreshed when necessary.
 * @param refused a token that was rejected; it is not returned again
 * @throws Failure `unavailable` when the person has to sign in first
 */
export type ReadAccessToken = (target: SignInTarget, refused?: string) => Promise<AccessToken>;
