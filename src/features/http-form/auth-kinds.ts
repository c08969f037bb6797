// The ways to authenticate a request, as form fields. Pure.
import type { Json, JsonObject } from '../../base/json.ts';

export interface AuthField {
  name: string;
  label: string;
  hint?: string;
  /** A value that belongs in the vault, not in the tool. */
  secret?: true;
  optional?: true;
  /** Shown for these grants only. */
  grants?: readonly string[];
  choices?: readonly { value: string; label: string }[];
}

export interface AuthKind {
  type: string;
  label: string;
  fields: readonly AuthField[];
  /** Initial values. @param prefix of this host's secrets, such as `GITHUB` */
  start: (prefix: string) => JsonObject;
}

const placeholder = (name: string): Json => `\${${name}}`;

export const AUTH_KINDS: readonly AuthKind[] = [
  {
    type: 'bearer',
    label: 'Bearer token',
    fields: [{ name: 'token', label: 'Token', secret: true }],
    start: (prefix) => ({ type: 'bearer', token: placeholder(`${prefix}_TOKEN`) }),
  },
  {
    type: 'basic',
    label: 'User name and password',
    fields: [
      { name: 'username', label: 'User name' },
      { name: 'password', label: 'Password', secret: true },
    ],
    start: (prefix) => ({
      type: 'basic',
      username: placeholder(`${prefix}_USER`),
      password: placeholder(`${prefix}_PASSWORD`),
    }),
  },
  {
    type: 'apiKey',
    label: 'API key',
    fields: [
      {
        name: 'in',
        label: 'Sent in',
        choices: [
          { value: 'header', label: 'A header' },
          { value: 'query', label: 'The query' },
        ],
      },
      { name: 'name', label: 'Name of the header or query parameter' },
      { name: 'value', label: 'Key', secret: true },
    ],
    start: (prefix) => ({
      type: 'apiKey',
      in: 'header',
      name: 'X-Api-Key',
      value: placeholder(`${prefix}_KEY`),
    }),
  },
  {
    type: 'oauth2',
    label: 'OAuth 2',
    fields: [
      {
        name: 'grant',
        label: 'Grant',
        choices: [
          { value: 'clientCredentials', label: 'Client credentials' },
          { value: 'refreshToken', label: 'Refresh token' },
          { value: 'authorizationCode', label: 'Sign-in (authorization code)' },
        ],
      },
      {
        name: 'authorizeUrl',
        label: 'Sign-in address',
        hint: 'A fixed address without placeholders.',
        grants: ['authorizationCode'],
      },
      { name: 'tokenUrl', label: 'Token address', hint: 'A fixed address without placeholders.' },
      { name: 'clientId', label: 'Client ID' },
      { name: 'clientSecret', label: 'Client secret', secret: true, optional: true },
      {
        name: 'refreshToken',
        label: 'Refresh token',
        secret: true,
        optional: true,
        grants: ['refreshToken'],
      },
      { name: 'scope', label: 'Scope', optional: true },
    ],
    start: (prefix) => ({
      type: 'oauth2',
      grant: 'clientCredentials',
      tokenUrl: '',
      clientId: placeholder(`${prefix}_CLIENT_ID`),
      clientSecret: placeholder(`${prefix}_CLIENT_SECRET`),
    }),
  },
  {
    type: 'hmac',
    label: 'Signature (HMAC)',
    fields: [
      { name: 'header', label: 'Header for the signature' },
      { name: 'secret', label: 'Signing key', secret: true },
      { name: 'signed', label: 'Signed text', hint: 'Empty: the body', optional: true },
      { name: 'prefix', label: 'Prefix, such as sha256=', optional: true },
    ],
    start: (prefix) => ({
      type: 'hmac',
      header: 'X-Signature',
      secret: placeholder(`${prefix}_SIGNING_KEY`),
    }),
  },
];

/** Returns the secret prefix of a host: `GITHUB` for `api.github.com`. */
export function secretPrefix(url: string): string {
  const host = /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#:@]+)/i.exec(url)?.[1] ?? '';
  const labels = host.split('.').filter((label) => /^[A-Za-z][A-Za-z0-9-]*$/.test(label));
  // In `shop.example.co.uk`, the name precedes the public suffix.
  const endings = labels.length > 2 && (labels.at(-2)?.length ?? 0) <= 3 ? 2 : 1;
  const name = labels.length > endings ? labels.at(-1 - endings) : labels[0];
  return (name ?? 'api').toUpperCase().replaceAll('-', '_').slice(0, 40);
}
