// Turns a cURL request into the parts of an HTTP tool: keys are removed, to be stored as secrets. Pure.
import { freeName } from '../../../base/free-name.ts';
import { isObject, type Json, type JsonObject } from '../../../base/json.ts';
import { isBrowsersOwn } from '../../../core/header-names.ts';
import { allowsPlainHttp } from '../../../core/hosts.ts';
import { SECRET_MIN_LENGTH } from '../../../core/secrets.ts';
import { secretPrefix } from '../auth-kinds.ts';
import { FORM_TYPE, jsonOf } from '../request-body.ts';
import { withOurPlaceholders } from '../request-names.ts';
import { isKeyName, keysIn, looksLikeKey, suffixOf } from '../../../core/find-keys.ts';
import { decoded, fitting, formFields } from './query-text.ts';
import type { CurlRequest } from './read-curl.ts';

export interface FoundSecret {
  /** The `${name}` used in the tool. */
  name: string;
  /** Empty for a shell variable, whose value is unknown. */
  value: string;
  /** Where it was found, in words. */
  place: string;
}

export interface CurlTool {
  request: JsonObject;
  auth?: JsonObject;
  timeout?: number;
  secrets: FoundSecret[];
  notes: string[];
}

/** Characters: a shorter key may be part of a word. */
const SHORTEST_ANYWHERE = 8;

/** @param taken existing secret names: no other value may use them */
export function curlTool(curl: CurlRequest, taken: readonly string[] = []): CurlTool {
  return new Maker(curl, taken).make();
}

class Maker {
  readonly #curl: CurlRequest;
  readonly #taken: readonly string[];
  readonly #prefix: string;
  readonly #notes: string[];
  readonly #secrets: FoundSecret[] = [];

  constructor(curl: CurlRequest, taken: readonly string[]) {
    this.#curl = curl;
    this.#taken = taken;
    this.#notes = [...curl.notes];
    this.#prefix = secretPrefix(curl.url);
  }

  make(): CurlTool {
    const { method, timeout } = this.#curl;
    const { url, user, query } = this.#address();
    const { headers, auth } = this.#headers(user);
    const body = this.#body();
    this.#variables();
    const [, origin = '', rest = ''] = /^([a-z]+:\/\/[^/?#]*)([^]*)$/i.exec(url) ?? ['', '', url];
    const whole = {
      query: this.#fields(query),
      headers: this.#fields(headers),
      ...('body' in body && { body: this.#whole(body) }),
    };
    const filled = Object.entries(whole).filter(
      ([name, value]) => name === 'body' || Object.keys(value as JsonObject).length > 0,
    );
    return {
      request: {
        method: this.#method(method),
        url: origin + this.#withoutSecrets(rest),
        ...Object.fromEntries(filled),
        ...('contentType' in body && { contentType: body['contentType'] as Json }),
      },
      ...(auth && { auth }),
      ...(timeout !== undefined && { timeout }),
      secrets: this.#secrets,
      notes: [...new Set(this.#notes)],
    };
  }

  #whole({ body, contentType }: JsonObject): Json {
    return contentType === FORM_TYPE && isObject(body)
      ? this.#fields(body as JsonObject)
      : this.#everywhere(body as Json);
  }

  #method(method: string): string {
    if (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method)) return method;
    this.#notes.push(
      `Left out the method ${method.slice(0, 20)}: HTTP tools cannot use it. Choose one that fits.`,
    );
    return this.#curl.body === undefined ? 'GET' : 'POST';
  }

  /** Returns a placeholder for a value that becomes a secret. */
  #secret(suffix: string, value: string, place: string): string {
    if (/^\$\{[A-Za-z_]\w*\}$/.test(value)) return value;
    const known = this.#secrets.find((secret) => value !== '' && secret.value === value);
    if (known) return `\${${known.name}}`;
    if (value !== '' && value.length < SECRET_MIN_LENGTH) {
      this.#notes.push(
        `Left out ${place}: it has fewer than ${SECRET_MIN_LENGTH} characters, too few for a secret.`,
      );
    }
    const wanted = `${this.#prefix}_${suffix}`;
    const name = freeName(
      wanted,
      (free) => this.#taken.includes(free) || this.#secrets.some((secret) => secret.name === free),
      (number) => `${wanted}_${number}`,
    );
    this.#secrets.push({ name, value: value.length < SECRET_MIN_LENGTH ? '' : value, place });
    return `\${${name}}`;
  }

  /** A named value: a secret when its name or value looks like one. */
  #value(name: string, value: string, place: string): string {
    if (value === '' || /^\$\{[A-Za-z_]\w*\}$/.test(value)) return value;
    return isKeyName(name) || looksLikeKey(value) ? this.#secret(suffixOf(name), value, place) : value;
  }

  #withoutKeys(text: string, place: string): string {
    return keysIn(text).reduce((rest, key) => rest.replaceAll(key, this.#secret('KEY', key, place)), text);
  }

  /** A key found in one place is removed from all others. */
  #everywhere(value: Json): Json {
    if (Array.isArray(value)) return value.map((item) => this.#everywhere(item));
    if (typeof value === 'string') return this.#withoutSecrets(value);
    if (!isObject(value)) return value;
    const members = Object.entries(value as JsonObject);
    return Object.fromEntries(
      members.map(([name, item]) => [this.#withoutSecrets(name), this.#everywhere(item)]),
    );
  }

  /** The same for objects of names and values. */
  #fields(fields: JsonObject): JsonObject {
    const kept = Object.entries(fields).filter(([name]) => {
      const fits = keysIn(name).length === 0 && this.#withoutSecrets(name) === name;
      if (!fits) this.#notes.push('Left out a field whose name holds a key.');
      return fits;
    });
    return this.#everywhere(Object.fromEntries(kept)) as JsonObject;
  }

  #withoutSecrets(text: string): string {
    return this.#secrets
      .filter((secret) => secret.value.length >= SHORTEST_ANYWHERE && !secret.name.includes('_USER'))
      .reduce((rest, secret) => rest.replaceAll(secret.value, `\${${secret.name}}`), text);
  }

  #address(): { url: string; user?: string; query: JsonObject } {
    let url = withOurPlaceholders(this.#curl.url.trim());
    if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url) && !url.startsWith('${')) {
      const host = url.split(/[/?#]/, 1)[0] ?? '';
      url = `${allowsPlainHttp(host) ? 'http' : 'https'}://${url}`;
    }
    const plain = /^http:\/\/([^/?#@]*@)?([^/?#]*)/i.exec(url)?.[2];
    if (plain !== undefined && plain !== '' && !plain.includes('${') && !allowsPlainHttp(plain)) {
      url = url.replace(/^http:/i, 'https:');
      this.#notes.push('Changed http:// to https://: tools may use plain http only in your own network.');
    }
    const [, start = '', login, rest = ''] = /^([a-z]+:\/\/)(?:([^/?#]*)@)?([^]*)$/i.exec(url) ?? [
      '',
      '',
      undefined,
      url,
    ];
    const [beforeFragment = ''] = rest.split('#', 1);
    const mark = beforeFragment.indexOf('?');
    const path = mark < 0 ? beforeFragment : beforeFragment.slice(0, mark);
    const { query, fixed } = this.#query(mark < 0 ? '' : beforeFragment.slice(mark + 1));
    const segments = path
      .split('/')
      .map((segment, index) =>
        index > 0 && looksLikeKey(segment) ? this.#secret('KEY', segment, 'the address') : segment,
      );
    return {
      url: fitting(start + segments.join('/')) + (fixed === '' ? '' : `?${fitting(fixed)}`),
      ...(login !== undefined && { user: decoded(login) }),
      query,
    };
  }

  /** Pairs with a value become rows; the rest, such as a lone name, stays in the address unchanged. */
  #query(text: string): { query: JsonObject; fixed: string } {
    const fixed: string[] = [];
    const query = new Map<string, string[]>();
    for (const pair of text.split('&').filter((one) => one !== '')) {
      const equals = pair.indexOf('=');
      const name = decoded(pair.slice(0, Math.max(equals, 0)));
      const value = decoded(pair.slice(equals + 1));
      if (equals < 1 || value === '' || name.includes('${')) {
        fixed.push(looksLikeKey(value) ? this.#secret('KEY', value, 'the query') : pair);
        continue;
      }
      query.set(name, [...(query.get(name) ?? []), this.#value(name, value, `the query parameter ${name}`)]);
    }
    const rows = [...query].map(([name, values]): [string, Json] => [
      name,
      values.length > 1 ? values : (values[0] as string),
    ]);
    return { query: Object.fromEntries(rows), fixed: fixed.join('&') };
  }

  #headers(login: string | undefined): { headers: JsonObject; auth?: JsonObject } {
    const headers = new Map<string, [name: string, value: string]>();
    const dropped: string[] = [];
    let auth = this.#login(this.#curl.user ?? login) ?? this.#bearer(this.#curl.bearer);
    for (const [name, value] of this.#curl.headers) {
      const key = name.toLowerCase();
      if (isBrowsersOwn(key)) dropped.push(name);
      else if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/.test(name) || hasControl(value)) {
        this.#notes.push(`Left out the header ${name.slice(0, 40)}: browsers can’t send it.`);
      } else if (key === 'authorization') {
        const own = this.#authorization(value);
        if (typeof own === 'string') headers.set(key, [name, own]);
        else auth ??= own;
      } else {
        const kept = this.#value(name, value, `the header ${name}`);
        const before = headers.get(key);
        headers.set(key, before ? [before[0], `${before[1]}, ${kept}`] : [name, kept]);
      }
    }
    if (dropped.length > 0) {
      this.#notes.push(
        `Left out ${dropped.join(', ')}: the browser sets ${dropped.length === 1 ? 'this header' : 'these headers'} itself.`,
      );
    }
    return { headers: Object.fromEntries(headers.values()), ...(auth && { auth }) };
  }

  #login(login: string | undefined): JsonObject | undefined {
    if (login === undefined) return undefined;
    const colon = login.indexOf(':');
    const username = colon < 0 ? login : login.slice(0, colon);
    const password = colon < 0 ? '' : login.slice(colon + 1);
    if (colon < 0)
      this.#notes.push(
        'The command has a user name without a password: curl would ask for it. Set the password as a secret.',
      );
    return {
      type: 'basic',
      username: username === '' ? '' : this.#secret('USER', username, 'the user name'),
      password:
        password === ''
          ? colon < 0
            ? this.#secret('PASSWORD', '', 'the password')
            : ''
          : this.#secret('PASSWORD', password, 'the password'),
    };
  }

  #bearer(token: string | undefined): JsonObject | undefined {
    return token === undefined
      ? undefined
      : { type: 'bearer', token: this.#secret('TOKEN', token, 'the bearer token') };
  }

  /** Returns the authentication, or the header if the form has no kind for it. */
  #authorization(value: string): JsonObject | string {
    const [, scheme = '', rest = ''] = /^([A-Za-z][A-Za-z0-9-]*)\s+([^]+)$/.exec(value) ?? [];
    const place = 'the header Authorization';
    if (/^bearer$/i.test(scheme)) return { type: 'bearer', token: this.#secret('TOKEN', rest, place) };
    const login = /^basic$/i.test(scheme) ? fromBase64(rest) : undefined;
    if (login?.includes(':')) return this.#login(login) as JsonObject;
    return scheme === ''
      ? this.#secret('TOKEN', value, place)
      : `${scheme} ${this.#secret('TOKEN', rest, place)}`;
  }

  #body(): JsonObject {
    const { body, method, contentType } = this.#curl;
    if (body === undefined) return {};
    if (method === 'GET' || method === 'HEAD') {
      this.#notes.push(`Left out the body: browsers send none with ${method}.`);
      return {};
    }
    const type = (contentType ?? FORM_TYPE).replace(/\s*;\s*/g, '; ');
    if (/^multipart\//i.test(type)) {
      this.#notes.push('Left out the body: HTTP tools cannot send multipart forms.');
      return {};
    }
    const isJson = /[/+]json\b/i.test(type);
    const own: JsonObject = isJson && /^application\/json$/i.test(type) ? {} : { contentType: type };
    if (isJson) {
      const data = jsonOf(body);
      if (data !== undefined) return { body: this.#clean(data, ''), ...own };
      this.#notes.push('The body is not valid JSON. It is kept as text.');
    } else if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
      const fields = formFields(body);
      if (fields) {
        const clean = fields.map(([name, value]) => [name, this.#value(name, value, `the field ${name}`)]);
        return { body: Object.fromEntries(clean) as JsonObject, contentType: type };
      }
      if (jsonOf(body) !== undefined)
        this.#notes.push(
          'The body is JSON, but the command sends it as a form. If the server wants JSON, choose JSON for the body.',
        );
    }
    return { body: this.#withoutKeys(body, 'the body'), ...own };
  }

  #clean(value: Json, name: string): Json {
    if (typeof value === 'string') {
      const kept =
        name === '' && !looksLikeKey(value)
          ? value
          : this.#value(name, value, name === '' ? 'the body' : `“${name.slice(0, 40)}” in the body`);
      return kept === value ? this.#withoutKeys(value, 'the body') : kept;
    }
    if (Array.isArray(value)) return value.map((item) => this.#clean(item, name));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([key, item]) => [
        this.#withoutKeys(key, 'the body'),
        this.#clean(item, key),
      ]),
    );
  }

  /** Uppercase variables become secrets or settings; others become parameters. */
  #variables(): void {
    for (const name of this.#curl.variables) {
      if (/^[A-Z][A-Z0-9_]*$/.test(name))
        this.#secrets.push({ name, value: '', place: 'a variable of your shell' });
      else this.#notes.push(`The variable ${name} of your shell is a parameter now.`);
    }
  }
}

function hasControl(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  return /[\u0000-\u001f\u007f]/.test(text);
}

function fromBase64(text: string): string | undefined {
  try {
    return new TextDecoder().decode(
      Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0)),
    );
  } catch {
    return undefined;
  }
}
