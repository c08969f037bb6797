// Compiles the authentication and the sending of an HTTP tool's requests. They belong together, because a token may
// expire.
import type { HmacAuth, HttpSpec, OAuth2Auth } from './http-types.ts';
import { namesOf, type LuaExpressions } from './lua-expressions.ts';
import { luaField, luaString, luaTable } from '../../lua-language/write-lua.ts';
import { parseTemplate } from './template.ts';

/** Lines of Lua, in the order they run. */
export interface AuthSteps {
  /** Functions of the script, before `tool.execute`. */
  functions: string;
  /** Whether it adds to the query. */
  query: boolean;
  /** Whether the address needs its whole query before it is sent. */
  wholeUrl: boolean;
  /** Lines before the query is added to the address, and after it. */
  beforeUrl: string[];
  prepare: string[];
  /** Lines that send `request` and set `answer`. */
  send: string[];
  /** Further fields of `request`. */
  fields: [string, string][];
}

const SEND = ['local answer = http.request(request)'];

export function compileAuth({ auth, request }: HttpSpec, lua: LuaExpressions): AuthSteps {
  const steps: AuthSteps = {
    functions: '',
    query: false,
    wholeUrl: false,
    beforeUrl: [],
    prepare: [],
    send: SEND,
    fields: [],
  };
  if (!auth) return steps;
  const text = (template: string): string => lua.joined(parseTemplate(template, 'auth'));
  switch (auth.type) {
    case 'bearer': {
      const value = lua.call('header', '"Authorization"', '"Bearer " .. token');
      steps.prepare = given('token', auth.token, auth, lua, `headers.authorization = ${value}`);
      return steps;
    }
    case 'basic': {
      const value = `"Basic " .. base64.encode(username .. ":" .. ${text(auth.password)})`;
      const refused = 'error("the user name can’t contain a colon", 0)';
      steps.prepare = given('username', auth.username, auth, lua, `headers.authorization = ${value}`, [
        `if username:find(":", 1, true) then ${refused} end`,
      ]);
      return steps;
    }
    case 'apiKey': {
      const { name } = auth;
      if (auth.in === 'query') {
        steps.query = true;
        steps.beforeUrl = given('key', auth.value, auth, lua, `query${luaField(name)} = { key }`);
      } else {
        const value = lua.call('header', luaString(name), 'key');
        steps.prepare = given(
          'key',
          auth.value,
          auth,
          lua,
          `headers${luaField(name.toLowerCase())} = ${value}`,
        );
      }
      return steps;
    }
    case 'hmac':
      return {
        ...steps,
        wholeUrl: true,
        prepare: hmacLines(auth, request.method ?? 'GET', 'body' in request, lua),
      };
    case 'oauth2':
      // The page adds the token, outside the sandbox.
      if (auth.grant === 'authorizationCode') return { ...steps, fields: [['sign_in', 'true']] };
      return { ...steps, ...oauthSteps(auth, lua) };
  }
}

/** Declares a local of this name, and uses it unless it is optional and empty. */
function given(
  local: string,
  template: string,
  { optional }: { optional?: boolean },
  lua: LuaExpressions,
  action: string,
  checks: string[] = [],
): string[] {
  const parts = parseTemplate(template, 'auth');
  const text = lua.joined(parts);
  if (optional) return [`local ${local} = ${text}`, ...checks, `if ${local} ~= "" then ${action} end`];
  return [
    `local ${local} = ${lua.call('needed', text, luaString(namesOf(parts, local)))}`,
    ...checks,
    action,
  ];
}

function hmacLines(auth: HmacAuth, method: string, hasBody: boolean, lua: LuaExpressions): string[] {
  const parts = parseTemplate(auth.signed ?? '${request.body}', 'auth.signed');
  const secret = parseTemplate(auth.secret, 'auth.secret');
  const facts = luaTable([
    ['method', luaString(method)],
    ['url', 'url'],
    ['path', 'url:match("^https?://[^/?]*([^?]*)")'],
    ['query', 'url:match("%?(.*)$") or ""'],
    ['body', hasBody ? 'body or ""' : '""'],
    ['timestamp', 'tostring(os.time())'],
  ]);
  const hex = 'crypto.hmac_sha256(key, signed)';
  const signature = auth.encoding === 'base64' ? lua.call('hex_to_base64', hex) : hex;
  const prefix = auth.prefix ? `${luaString(auth.prefix)} .. ` : '';
  const sign = `headers${luaField(auth.header.toLowerCase())} = ${prefix}${signature}`;
  const stamp = auth.timestampHeader
    ? [`headers${luaField(auth.timestampHeader.toLowerCase())} = facts.timestamp`]
    : [];
  const signed = lua.joined(parts, 'text', { root: 'request', local: 'facts' });
  return [
    `local facts = ${facts}`,
    ...stamp,
    `local signed = ${signed}`,
    ...given('key', secret.length === 0 ? '' : auth.secret, auth, lua, sign),
  ];
}

function oauthSteps(auth: OAuth2Auth, lua: LuaExpressions): Partial<AuthSteps> {
  const text = (template = ''): string => lua.joined(parseTemplate(template, 'auth'));
  const required = (template: string, name: string): string =>
    lua.call('needed', text(template), luaString(namesOf(parseTemplate(template, 'auth'), name)));
  const basic = auth.credentials === 'basic';
  const refresh = auth.grant === 'refreshToken';
  const secret = auth.clientSecret === undefined ? undefined : required(auth.clientSecret, 'clientSecret');
  const fields: [string, string][] = [
    ['grant_type', refresh ? '"refresh_token"' : '"client_credentials"'],
    ...(refresh
      ? [['refresh_token', required(auth.refreshToken ?? '', 'refreshToken')] as [string, string]]
      : []),
    ...(auth.scope ? [['scope', text(auth.scope)] as [string, string]] : []),
    ...(basic ? [] : [['client_id', 'client_id'] as [string, string]]),
    ...(basic || secret === undefined ? [] : [['client_secret', secret] as [string, string]]),
  ];
  const form = lua.call(
    'form',
    luaTable(
      fields.map(([name, value]) => [name, lua.call('listed', value)]),
      4,
    ),
  );
  const credentials = `client_id .. ":" .. ${secret ?? '""'}`;
  const headers: [string, string][] = [
    ['content-type', '"application/x-www-form-urlencoded"'],
    ['accept', '"application/json"'],
    ...(basic ? [['authorization', `"Basic " .. base64.encode(${credentials})`] as [string, string]] : []),
  ];
  const options: [string, string][] = [
    ['url', luaString(auth.tokenUrl)],
    ['headers', luaTable(headers, 4)],
    ['body', form],
  ];
  const functions = `--- The access token, and whether it was kept from an earlier call. One that was refused is not given again.
local function access_token(context, refused)
  local client_id = ${required(auth.clientId, 'clientId')}
  return http.token(${luaTable(options, 2)}, refused)
end

`;
  return {
    functions,
    prepare: [
      'local token, kept = access_token(context)',
      `headers.authorization = ${lua.call('header', '"Authorization"', '"Bearer " .. token')}`,
    ],
    send: [
      ...SEND,
      'if answer.status == 401 and kept then',
      '  headers.authorization = "Bearer " .. access_token(context, token)',
      '  answer = http.request(request)',
      'end',
    ],
  };
}
