// Parses a cURL command into the request it would send. Never runs it. Pure.
import { Failure } from '../../../core/errors.ts';
import { isAboutOutput, readOptions, whyLeftOut, type CurlOption } from './curl-options.ts';
import { shellWords, type Words } from './shell-words.ts';
import { cmdWords, powershellWords, shellOf } from './windows-words.ts';

export interface CurlRequest {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  /** As sent. */
  body?: string;
  contentType?: string;
  /** `name:password`. */
  user?: string;
  bearer?: string;
  /** Seconds. */
  timeout?: number;
  /** Omissions and their reasons, in sentences. */
  notes: string[];
  /** Shell variables, written as `${NAME}` in the texts. */
  variables: string[];
}

/** Characters. Longer input is probably a pasted file. */
const MAX_LENGTH = 256 * 1024;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** @throws Failure `bad_request` that says what to do, when it yields no request. */
export function readCurl(text: string): CurlRequest {
  if (text.length > MAX_LENGTH) throw refused(`The command is longer than ${MAX_LENGTH / 1024} KiB.`);
  const { words, notes, variables } = wordsOf(text.replace(/^\s*(?:[$%>]\s+)?/, ''));
  const start = words.findIndex((word) => /^(.*[\\/])?curl(\.exe)?$/i.test(word));
  const before = words.slice(0, Math.max(start, 0));
  if (start < 0 || !before.every((word) => /^[A-Za-z_]\w*=/.test(word))) {
    throw refused('This is not a cURL command. Paste a line that starts with curl.');
  }
  if (before.length > 0) notes.push('Left out the variables in front of curl: they work only in your shell.');
  const line = readOptions(words.slice(start + 1));
  if (line.unfinished)
    throw refused(`The option ${line.unfinished} has no value. Copy the whole command and paste it again.`);
  const request = new Request(notes);
  for (const address of line.addresses) request.address(address);
  for (const option of line.options) request.option(option);
  return { ...request.finish(), notes: [...new Set(notes)], variables };
}

function wordsOf(text: string): Words {
  const shell = shellOf(text);
  return shell === 'cmd' ? cmdWords(text) : shell === 'powershell' ? powershellWords(text) : shellWords(text);
}

class Request {
  readonly #notes: string[];
  readonly #urls: string[] = [];
  readonly #query: string[] = [];
  readonly #headers: [string, string][] = [];
  readonly #removed = new Set<string>();
  readonly #data: string[] = [];
  #json = false;
  #method: string | undefined;
  #asQuery = false;
  #head = false;
  #user: string | undefined;
  #bearer: string | undefined;
  #timeout: number | undefined;

  constructor(notes: string[]) {
    this.#notes = notes;
  }

  address(url: string): void {
    this.#urls.push(url);
  }

  option({ name, value = '' }: CurlOption): void {
    switch (name) {
      case 'url':
        return this.address(value);
      case 'request':
        this.#method = value.toUpperCase();
        return;
      case 'header':
        return this.#header(value);
      case 'json':
        this.#json = true;
        return this.#addData(value, name);
      case 'data':
      case 'data-ascii':
      case 'data-binary':
        return this.#addData(value, name);
      case 'data-raw':
        this.#data.push(value);
        return;
      case 'data-urlencode':
        return this.#addEncoded(value, this.#data);
      case 'url-query':
        if (value.startsWith('+')) this.#query.push(value.slice(1));
        else this.#addEncoded(value, this.#query);
        return;
      case 'form':
      case 'form-string':
        throw refused(
          'This command sends a multipart form (-F), such as a file. HTTP tools cannot send those. Use -d for plain fields, or write a Lua tool.',
        );
      case 'user':
        this.#user = value;
        return;
      case 'oauth2-bearer':
        this.#bearer = value;
        return;
      case 'get':
        this.#asQuery = true;
        return;
      case 'head':
        this.#head = true;
        return;
      case 'max-time':
        this.#timeout = Number(value) > 0 ? Math.min(Math.max(Math.round(Number(value)), 1), 300) : undefined;
        return;
      default:
        if (!isAboutOutput(name)) this.#notes.push(whyLeftOut(name));
    }
  }

  finish(): Omit<CurlRequest, 'notes' | 'variables'> {
    const [first, ...others] = this.#urls.filter((url) => url !== '');
    if (first === undefined)
      throw refused('The command has no address. Copy the whole command and paste it again.');
    if (others.length > 0)
      this.#notes.push(
        `Left out ${others.length === 1 ? 'one more address' : `${others.length} more addresses`}: a tool sends one request.`,
      );
    const data = this.#data.length > 0 ? this.#data.join(this.#json ? '' : '&') : undefined;
    const query = [...this.#query, ...(this.#asQuery && data ? [data] : [])].join('&');
    const body = this.#asQuery ? undefined : data;
    const method = this.#method ?? (this.#head ? 'HEAD' : body === undefined ? 'GET' : 'POST');
    const named = this.#headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    const type = named ?? (this.#json ? 'application/json' : FORM_TYPE);
    const headers = this.#headers.filter(([name]) => name.toLowerCase() !== 'content-type');
    if (this.#json && !this.#has('accept')) headers.push(['Accept', 'application/json']);
    return {
      method,
      url: withQuery(first, query),
      headers,
      ...(body !== undefined && { body }),
      ...((body !== undefined || named !== undefined) && { contentType: type }),
      ...(this.#user !== undefined && { user: this.#user }),
      ...(this.#bearer !== undefined && { bearer: this.#bearer }),
      ...(this.#timeout !== undefined && { timeout: this.#timeout }),
    };
  }

  #has(header: string): boolean {
    return this.#removed.has(header) || this.#headers.some(([name]) => name.toLowerCase() === header);
  }

  #header(text: string): void {
    if (text.startsWith('@')) {
      this.#notes.push(`Left out -H ${text}: files are not read.`);
      return;
    }
    const [, name = '', sign, value = ''] = /^([^:;]+)([:;])([^]*)$/.exec(text) ?? [];
    // `Name:` removes a header that curl would send by default; `Name;` sends an empty one.
    if (name === '')
      this.#notes.push(`Left out the header “${text.slice(0, 40)}”: it has no name and value.`);
    else if (value.trim() === '' && sign === ':') this.#removed.add(name.trim().toLowerCase());
    else if (sign === ':') this.#headers.push([name.trim(), value.trim()]);
  }

  #addData(value: string, option: string): void {
    if (value.startsWith('@'))
      this.#notes.push(
        `Left out --${option} ${value.slice(0, 40)}: files are not read. Paste their text into the body.`,
      );
    else this.#data.push(value);
  }

  #addEncoded(value: string, to: string[]): void {
    const [, name = '', sign, content = ''] = /^([^=@]*)([=@])([^]*)$/.exec(value) ?? [];
    if (sign === '@')
      this.#notes.push(`Left out --data-urlencode ${value.slice(0, 40)}: files are not read.`);
    else if (sign === undefined) to.push(encoded(value));
    else to.push(name === '' ? encoded(content) : `${name}=${encoded(content)}`);
  }
}

/** Percent-encodes, but keeps placeholders. */
function encoded(text: string): string {
  return text
    .split(/(\$\{[A-Za-z_]\w*\})/)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part.replace(/\p{Cs}/gu, '\uFFFD'))))
    .join('');
}

function withQuery(url: string, query: string): string {
  if (query === '') return url;
  const [address = '', fragment] = url.split('#', 2);
  const sign = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  return `${address}${sign}${query}${fragment === undefined ? '' : `#${fragment}`}`;
}

function refused(message: string): Failure {
  return new Failure('bad_request', message);
}
