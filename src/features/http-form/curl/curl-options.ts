// The options of curl: which take a value, which matter to a request, and notes about the others. Pure.

/** Long names by their letters. Unlisted letters are flags without a value. */
const LETTERS: Readonly<Record<string, string>> = {
  X: 'request',
  H: 'header',
  d: 'data',
  u: 'user',
  F: 'form',
  b: 'cookie',
  A: 'user-agent',
  e: 'referer',
  G: 'get',
  I: 'head',
  m: 'max-time',
  T: 'upload-file',
  o: 'output',
  x: 'proxy',
  K: 'config',
  E: 'cert',
  w: 'write-out',
  c: 'cookie-jar',
  C: 'continue-at',
  D: 'dump-header',
  r: 'range',
  t: 'telnet-option',
  U: 'proxy-user',
  y: 'speed-time',
  Y: 'speed-limit',
  z: 'time-cond',
  P: 'ftp-port',
  Q: 'quote',
  k: 'insecure',
  L: 'location',
  n: 'netrc',
};

const VALUED = new Set(
  [
    'request header data data-raw data-ascii data-binary data-urlencode json user form form-string cookie user-agent',
    'referer max-time upload-file output proxy config cert write-out cookie-jar continue-at dump-header range',
    'telnet-option proxy-user speed-time speed-limit time-cond ftp-port quote url url-query oauth2-bearer',
    'connect-timeout retry retry-delay retry-max-time cacert capath key cert-type key-type pass resolve interface',
    'limit-rate max-filesize max-redirs stderr trace trace-ascii unix-socket abstract-unix-socket aws-sigv4 ciphers',
    'tls13-ciphers proto proto-default proto-redir noproxy socks4 socks4a socks5 socks5-hostname preproxy hostpubmd5',
    'dns-servers doh-url expect100-timeout happy-eyeballs-timeout-ms keepalive-time local-port login-options',
    'output-dir pinnedpubkey postquote prequote proxy-header rate request-target service-name tls-max variable',
    'connect-to delegation egd-file engine crlfile curves create-file-mode etag-compare etag-save netrc-file',
  ]
    .join(' ')
    .split(' '),
);

/** Options about displaying or storing output: irrelevant to a tool. */
const ABOUT_OUTPUT = new Set(
  [
    'output write-out dump-header cookie-jar stderr trace trace-ascii silent show-error verbose include fail fail-with-body',
    'progress-bar progress-meter compressed globoff no-buffer remote-name remote-header-name location raw output-dir',
    'styled-output basic get head http1.1 http1.0 http2 http3 tlsv1.2 tlsv1.3 ipv4 ipv6 no-keepalive s S v i f N g O J a q 0 4 6 #',
  ]
    .join(' ')
    .split(' '),
);

export interface CurlOption {
  /** The long name, or the letter of an option without meaning here. */
  name: string;
  value?: string;
}

export interface CurlLine {
  options: CurlOption[];
  addresses: string[];
  /** The last option, if its value is missing. */
  unfinished?: string;
}

/** @param words the words after `curl` */
export function readOptions(words: readonly string[]): CurlLine {
  const line: CurlLine = { options: [], addresses: [] };
  let onlyAddresses = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string;
    const take = (name: string, attached: string | undefined): void => {
      if (attached === undefined && at + 1 >= words.length) line.unfinished = name;
      else line.options.push({ name, value: attached ?? (words[(at += 1)] as string) });
    };
    if (onlyAddresses || word === '-' || !word.startsWith('-')) line.addresses.push(word);
    else if (word === '--') onlyAddresses = true;
    else if (word.startsWith('--')) {
      const [, name = '', attached] = /^--([^=]*)(?:=([^]*))?$/.exec(word) ?? [];
      if (name === 'next') break;
      if (VALUED.has(name)) take(name, attached);
      else line.options.push({ name });
    } else {
      for (let index = 1; index < word.length; index += 1) {
        const letter = word.charAt(index);
        const name = LETTERS[letter] ?? letter;
        if (name === ':') return line;
        if (VALUED.has(name)) {
          take(name, word.slice(index + 1) || undefined);
          break;
        }
        line.options.push({ name });
      }
    }
  }
  return line;
}

export function isAboutOutput(name: string): boolean {
  return ABOUT_OUTPUT.has(name.replace(/^no-/, '')) || ABOUT_OUTPUT.has(name);
}

const REASONS: Readonly<Record<string, string>> = {
  insecure: 'browsers always check certificates',
  proxy: 'the browser decides about proxies',
  'proxy-user': 'the browser decides about proxies',
  cert: 'the browser sends client certificates',
  key: 'the browser sends client certificates',
  cacert: 'the browser decides which certificates it trusts',
  config: 'files are not read',
  netrc: 'files are not read',
  'netrc-file': 'files are not read',
  'upload-file': 'files are not read',
  'user-agent': 'the browser sets this header itself',
  referer: 'the browser sets this header itself',
  cookie: 'a tool cannot send cookies',
  digest: 'only Basic authentication is supported',
  ntlm: 'only Basic authentication is supported',
  negotiate: 'only Basic authentication is supported',
  'aws-sigv4': 'an HTTP tool can’t make this signature; write a Lua tool instead',
  resolve: 'the browser looks up hosts itself',
};

export function whyLeftOut(name: string): string {
  const written = name.length === 1 ? `-${name}` : `--${name}`;
  return `Left out “${written}”: ${REASONS[name] ?? 'HTTP tools have no equivalent'}.`;
}
