// Which addresses a tool may reach, in every spelling known to fool a parser.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowsPlainHttp, canonicalHost, isOwnNetwork, originsOf } from '../../core/hosts.ts';
import { checkAddress } from './address.ts';
import { Failure } from '../../core/errors.ts';

const GRANTS = [
  'allowed.com',
  'api.example.com:8443',
  'localhost:8080',
  '[::1]:8080',
  '192.168.1.20',
  'bücher.example',
];
const ORIGINS = originsOf(GRANTS);

function refusal(address: string, origins: readonly string[] = ORIGINS): Failure {
  try {
    checkAddress(address, origins);
  } catch (problem) {
    if (problem instanceof Failure) return problem;
    throw problem;
  }
  throw new Error(`${address} was let through`);
}

describe('a granted host', () => {
  it.each([
    ['allowed.com', 'allowed.com'],
    [' ALLOWED.com ', 'allowed.com'],
    ['https://Allowed.com/', 'allowed.com'],
    ['http://localhost:8080', 'localhost:8080'],
    ['allowed.com:443', 'allowed.com'],
    ['allowed.com:0443', 'allowed.com'],
    ['allowed.com:80', 'allowed.com:80'],
    ['localhost:443', 'localhost:443'],
    ['localhost:80', 'localhost:80'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['аllowed.com', 'xn--llowed-2nf.com'],
    ['[::1]:8080', '[::1]:8080'],
    ['[0:0:0:0:0:0:0:1]', '[::1]'],
    ['127.1', '127.0.0.1'],
  ])('%s is %s', (grant, canonical) => expect(canonicalHost(grant)).toBe(canonical));

  it.each([
    '',
    ' ',
    '*',
    '*.example.com',
    'a.com/path',
    'a.com?x',
    'a.com#x',
    'user@a.com',
    'a.com.',
    'ftp://a.com',
    'a b.com',
    "a.com; script-src 'unsafe-inline'",
    'a.com;b.com',
    'a.com,b.com',
    "'self'",
    'a.com"><script>',
    'a.com\nb.com',
    'a%2ecom',
    'a..com',
    'a.com:99999',
    'data:',
    '//a.com',
    'x'.repeat(300),
  ])('is not %j, which grants nothing', (grant) => {
    expect(canonicalHost(grant)).toBeUndefined();
    expect(originsOf([grant])).toEqual([]);
  });

  it('covers https only, and http too on the local network', () => {
    expect(originsOf(['allowed.com'])).toEqual(['https://allowed.com']);
    expect(originsOf(['localhost'])).toEqual(['http://localhost', 'https://localhost']);
    expect(originsOf(['localhost:443'])).toEqual(['http://localhost:443', 'https://localhost']);
    expect(originsOf(['localhost:80'])).toEqual(['http://localhost', 'https://localhost:80']);
  });
});

describe('an address', () => {
  it.each([
    ['https://allowed.com', 'https://allowed.com/'],
    ['https://ALLOWED.com:443/A?b=c#d', 'https://allowed.com/A?b=c'],
    ['https://api.example.com:8443/v1', 'https://api.example.com:8443/v1'],
    ['http://localhost:8080/x', 'http://localhost:8080/x'],
    ['https://localhost:8080/x', 'https://localhost:8080/x'],
    ['http://[0:0::1]:8080/', 'http://[::1]:8080/'],
    ['http://192.168.1.20/', 'http://192.168.1.20/'],
    ['http://3232235796/', 'http://192.168.1.20/'],
    ['https://bücher.example/ä b', 'https://xn--bcher-kva.example/%C3%A4%20b'],
    ['https://allowed.com\\path', 'https://allowed.com/path'],
    ['https:allowed.com', 'https://allowed.com/'],
  ])('%s is let through as %s', (address, href) => expect(checkAddress(address, ORIGINS).href).toBe(href));

  it.each([
    ['https://evil.com/', 'evil.com'],
    ['https://allowed.com.evil.com/', 'allowed.com.evil.com'],
    ['https://evil.com/allowed.com', 'evil.com'],
    ['https://evil.com\\@allowed.com', 'evil.com'],
    ['https://evil.com#@allowed.com', 'evil.com'],
    ['https://evil.com?@allowed.com', 'evil.com'],
    ['https://sub.allowed.com/', 'sub.allowed.com'],
    ['https://allowed.com:8443/', 'allowed.com:8443'],
    ['https://api.example.com/', 'api.example.com'],
    ['https://аllowed.com/', 'xn--llowed-2nf.com'],
    ['https://xn--bcher-kva.example.evil/', 'xn--bcher-kva.example.evil'],
  ])('%s is not granted, and the reason names %s', (address, host) => {
    const { code, message } = refusal(address);
    expect(code).toBe('denied');
    expect(message).toBe(
      `this tool may not reach ${host}; to allow it, add ${host} to the hosts in the tool's settings`,
    );
  });

  it.each([
    ['http://localhost/', 'localhost'],
    ['http://localhost:8081/', 'localhost:8081'],
    ['https://localhost/', 'localhost:443'],
    ['http://app.localhost:8080/', 'app.localhost:8080'],
    ['http://127.0.0.1:8080/', '127.0.0.1:8080'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://0/', '0.0.0.0'],
    ['http://[::1]/', '[::1]'],
    ['http://[::]/', '[::]'],
    ['http://[::ffff:127.0.0.1]/', '[::ffff:7f00:1]'],
    ['http://[fd00::1]/', '[fd00::1]'],
    ['http://[fe80::1]/', '[fe80::1]'],
    ['http://10.0.0.1/', '10.0.0.1'],
    ['http://172.16.0.1/', '172.16.0.1'],
    ['http://172.31.255.255/', '172.31.255.255'],
    ['http://192.168.1.21/', '192.168.1.21'],
    ['http://169.254.169.254/latest/meta-data', '169.254.169.254'],
    ['http://printer.local/', 'printer.local'],
    ['http://printer.lan/', 'printer.lan'],
    ['http://nas/', 'nas'],
    ['https://com/', 'com:443'],
    ['http://100.64.0.1/', '100.64.0.1'],
    ['http://[64:ff9b::10.0.0.1]/', '[64:ff9b::a00:1]'],
    ['http://[fec0::1]/', '[fec0::1]'],
  ])('%s is on the local network, and not granted either', (address, grant) => {
    const { code, message } = refusal(address);
    expect(code).toBe('denied');
    expect(message).toMatch(/is in your own network or on this device/);
    expect(message.endsWith(`add ${grant} to the hosts in the tool's settings`)).toBe(true);
    expect(originsOf([grant])).toContain(new URL(address).origin);
  });

  it.each([
    ['http://allowed.com/', 'denied', /^allowed\.com needs https/],
    ['http://172.32.0.1/', 'denied', /needs https/],
    ['http://8.8.8.8/', 'denied', /needs https/],
    ['javascript:alert(1)', 'denied', /not javascript:/],
    ['data:text/plain,x', 'denied', /not data:/],
    ['blob:https://allowed.com/1', 'denied', /not blob:/],
    ['file:///etc/passwd', 'denied', /not file:/],
    ['ftp://allowed.com/', 'denied', /not ftp:/],
    ['ws://allowed.com/', 'denied', /not ws:/],
    ['about:blank', 'denied', /not about:/],
    ['http://allowed.com@evil.com', 'denied', /really evil\.com/],
    ['https://user:pw@allowed.com/', 'denied', /user name or password before the @.*really allowed\.com/],
    ['https://ALLOWED.com./', 'denied', /^the host allowed\.com\. ends with a dot/],
    ['https://*.allowed.com/', 'denied', /is not a host name/],
    ['//evil.com/x', 'bad_request', /not a full address/],
    ['/path', 'bad_request', /not a full address/],
    ['allowed.com/path', 'bad_request', /not a full address/],
    ['', 'bad_request', /not a full address/],
    ['https://', 'bad_request', /not a full address/],
    ['https://allowed.com:99999/', 'bad_request', /not a full address/],
    ['https://allowed.com/a\r\nX-Evil: 1', 'bad_request', /line break/],
    ['https://allowed.com\n.evil.com/', 'bad_request', /line break/],
    ['https://allowed.com/\t', 'bad_request', /line break/],
    ['https://allowed.com/\0', 'bad_request', /line break/],
    [`https://allowed.com/${'a'.repeat(8192)}`, 'bad_request', /longer than 8192/],
  ])('%j is rejected with a reason', (address, code, reason) => {
    const failure = refusal(address);
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(reason);
  });

  it('may have 2,000 characters', () => {
    expect(checkAddress(`https://allowed.com/${'a'.repeat(2000)}`, ORIGINS).pathname).toHaveLength(2001);
  });

  it('is refused without any grant', () => {
    expect(refusal('https://allowed.com/', []).code).toBe('denied');
  });
});

describe('the local network', () => {
  it.each([
    ...[
      'localhost',
      'a.localhost',
      'nas.local',
      'nas.lan',
      'nas.home.arpa',
      'home.arpa',
      'api.internal',
      'nas',
      'notlocal',
    ],
    ...['LOCALHOST', 'Nas.Lan', 'localhost.', 'nas.local.', 'nas.', 'localhost:8080', 'nas.lan.:80'],
    ...[
      '127.9.9.9',
      '0.0.0.0',
      '0.1.2.3',
      '10.1.2.3',
      '100.64.0.1',
      '100.127.255.255',
      '192.0.0.8',
      '192.168.0.1',
    ],
    ...['198.18.0.1', '198.19.255.255', '169.254.169.254', '172.31.0.1', '224.0.0.1', '255.255.255.255'],
    ...[
      '2130706433',
      '0x7f000001',
      '017700000001',
      '0177.0.0.1',
      '0x7f.1',
      '127.1',
      '0',
      '１２７.0.0.1',
      '127.0.0.1.',
    ],
    ...[
      '[::]',
      '[::1]',
      '::1',
      '[::7f00:1]',
      '[::127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::ffff:808:808]',
      '[::ffff:0:a00:1]',
    ],
    ...[
      '[64:ff9b::a00:1]',
      '[64:ff9b::808:808]',
      '[64:ff9b:1::1]',
      '[64:ff9b:1:ffff::a00:1]',
      '[2002:7f00:1::]',
      '[2002:c0a8:1::1]',
    ],
    ...[
      '[2001::1]',
      '[2001:0:53aa:64c::1]',
      '[fe80::1]',
      '[febf::1]',
      '[fec0::1]',
      '[feff::1]',
      '[fc00::1]',
      '[fdff::1]',
      '[ff02::1]',
    ],
  ])('has %s', (host) => expect(isOwnNetwork(host)).toBe(true));

  it.each([
    ...[
      'localhost.com',
      'local.example',
      'example.com',
      'lan.example.com',
      'xlan.de',
      'arpa.com',
      'example.arpa',
      'notinternal.net',
    ],
    ...[
      '11.0.0.1',
      '8.8.8.8',
      '172.15.0.1',
      '172.32.0.1',
      '100.63.0.1',
      '100.128.0.1',
      '192.0.1.1',
      '198.17.0.1',
      '198.20.0.1',
      '134744072',
    ],
    ...['[2001:db8::1]', '[2001:1::1]', '[2606:4700::1]', '[64:ff9c::a00:1]', '[2003::7f00:1]', '[fbff::1]'],
    ...[
      '',
      ' ',
      'a b',
      'localhost@evil.com',
      'localhost/x',
      'evil.com#localhost',
      'evil.com?.local',
      'evil.com\\.local',
      '127.0.0.256',
    ],
  ])('excludes %j', (host) => expect(isOwnNetwork(host)).toBe(false));

  const byte = fc.integer({ min: 0, max: 255 });
  const quad = fc.tuple(byte, byte, byte, byte);
  const hex = (high: number, low: number): string => (high * 256 + low).toString(16);

  it('includes each IPv4 address in any spelling, and every IPv6 address that maps to one', () => {
    fc.assert(
      fc.property(quad, ([a, b, c, d]) => {
        const own = isOwnNetwork(`${a}.${b}.${c}.${d}`);
        const number = ((a * 256 + b) * 256 + c) * 256 + d;
        const spelled = [
          ...[`${number}`, `0x${number.toString(16)}`, `0${number.toString(8)}`, `${a}.${b}.${c * 256 + d}`],
          ...[`0x${a.toString(16)}.0${b.toString(8)}.${c}.${d}`, `${a}.${b}.${c}.${d}.`],
        ];
        for (const host of spelled) expect([host, isOwnNetwork(host)]).toEqual([host, own]);
        const low = `${hex(a, b)}:${hex(c, d)}`;
        for (const host of [`[::ffff:${low}]`, `[64:ff9b::${low}]`, `[2002:${low}::1]`, `[::${low}]`]) {
          expect([host, isOwnNetwork(host), allowsPlainHttp(host)]).toEqual([host, true, own]);
        }
      }),
    );
  });

  it('allows plain http only where no third party is on the way', () => {
    expect(['nas', '10.0.0.1', '[::1]', '[::ffff:10.0.0.1]', '[fd00::1]'].map(allowsPlainHttp)).not.toContain(
      false,
    );
    expect(['a.com', '[::ffff:8.8.8.8]', '[64:ff9b:1::1]', '[2001::1]'].map(allowsPlainHttp)).not.toContain(
      true,
    );
  });
});
