// Checks the `auth` of an HTTP tool: each kind of authentication has its own fields.
import type { ObjectSchema } from '../../core/schema.ts';
import { parseAddress } from './http-address.ts';
import { checkFields, HEADER_NAME, oneOf, refuse, textAt } from './spec-fields.ts';
import { isParameter, parseTemplate, placeholderText } from './template.ts';

type Fields = Record<string, unknown>;

const FIELDS: Record<string, string> = {
  bearer: 'token',
  basic: 'username password',
  apiKey: 'in name value',
  hmac: 'header secret algorithm signed encoding prefix timestampHeader',
  oauth2: 'grant authorizeUrl tokenUrl clientId clientSecret refreshToken scope credentials',
};

/** @throws Failure `bad_request` that names the field */
export function checkAuth(auth: Fields, parameters: Partial<ObjectSchema>): void {
  const type = oneOf(auth, 'type', 'auth', Object.keys(FIELDS)) ?? refuse('auth.type', 'is missing');
  checkFields(auth, 'auth', ['type', 'optional', ...(FIELDS[type] as string).split(' ')]);
  const { optional } = auth;
  if (optional !== undefined && typeof optional !== 'boolean')
    refuse('auth.optional', 'must be true or false');
  if (optional && type === 'oauth2') refuse('auth.optional', 'is not for oauth2');
  const text = (name: string): string => textAt(auth, name, 'auth');
  switch (type) {
    case 'bearer':
      return void text('token');
    case 'basic':
      return void [text('username'), text('password')];
    case 'apiKey': {
      text('value');
      const place = oneOf(auth, 'in', 'auth', ['header', 'query']) ?? refuse('auth.in', 'is missing');
      if (place === 'header') return checkHeaderName(text('name'), 'auth.name');
      return text('name') === '' ? refuse('auth.name', 'is empty') : undefined;
    }
    case 'hmac':
      return checkHmac(auth);
    default:
      return checkOAuth(auth, parameters);
  }
}

function checkHmac(auth: Fields): void {
  checkHeaderName(textAt(auth, 'header', 'auth'), 'auth.header');
  textAt(auth, 'secret', 'auth');
  oneOf(auth, 'algorithm', 'auth', ['sha256']);
  oneOf(auth, 'encoding', 'auth', ['hex', 'base64']);
  textAt(auth, 'signed', 'auth', true);
  const prefix = textAt(auth, 'prefix', 'auth', true);
  if (prefix !== undefined && !/^[ -~]*$/.test(prefix)) refuse('auth.prefix', 'must be printable ASCII');
  const timestampHeader = textAt(auth, 'timestampHeader', 'auth', true);
  if (timestampHeader !== undefined) checkHeaderName(timestampHeader, 'auth.timestampHeader');
}

function checkOAuth(auth: Fields, parameters: Partial<ObjectSchema>): void {
  const grant = oneOf(auth, 'grant', 'auth', ['clientCredentials', 'refreshToken', 'authorizationCode']);
  if (grant === undefined) refuse('auth.grant', 'is missing');
  oneOf(auth, 'credentials', 'auth', ['body', 'basic']);
  checkFixed(auth, 'tokenUrl', 'secrets are sent there');
  if (grant === 'authorizationCode') checkFixed(auth, 'authorizeUrl', 'people enter their password there');
  textAt(auth, 'clientId', 'auth');
  if (grant === 'refreshToken') textAt(auth, 'refreshToken', 'auth');
  for (const name of ['clientId', 'clientSecret', 'refreshToken', 'scope']) {
    const text = textAt(auth, name, 'auth', true) ?? '';
    for (const part of parseTemplate(text, `auth.${name}`)) {
      if (typeof part === 'string' || !isParameter(part, parameters)) continue;
      // A token is kept for the next call, whose arguments may differ.
      refuse(`auth.${name}`, `parameters are not allowed here, but ${placeholderText(part)} is one`);
    }
  }
}

function checkFixed(auth: Fields, name: string, why: string): void {
  const url = textAt(auth, name, 'auth');
  if (parseTemplate(url, `auth.${name}`).some((part) => typeof part !== 'string')) {
    refuse(`auth.${name}`, `must be a fixed address: ${why}`);
  }
  parseAddress(url, `auth.${name}`);
}

function checkHeaderName(name: string, field: string): void {
  if (!HEADER_NAME.test(name)) refuse(field, `${JSON.stringify(name)} is not a valid header name`);
}
