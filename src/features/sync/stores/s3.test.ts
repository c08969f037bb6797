// Buckets against a real server, the signatures of AWS's own examples, and a sentence for each refusal.
import { AwsV4Signer } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemoryDevice } from '../engine/memory-device.test-support.ts';
import { bucketUrl, regionOf, type S3Address } from './s3-address.ts';
import { itStoresFiles } from './store-contract.test-support.ts';
import { S3Store, testS3 } from './s3.ts';
import { hasS3, startS3, type S3Server } from './s3rver.test-support.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const address: S3Address = {
  ...{ endpoint: 'https://s3.example', bucket: 'moons', region: 'eu-central-1', folder: 'sync' },
  ...{ keyId: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
};

describe.skipIf(!hasS3)('s3rver (needs node scripts/ensure-servers.mjs)', () => {
  let server: S3Server;
  let store: S3Store;

  beforeAll(async () => {
    server = await startS3();
    const tested = await testS3(server.address, { fetch });
    // It ignores the condition of a write, so each new file is looked for first.
    expect(tested).toEqual({ ...server.address, looksFirst: true });
    store = new S3Store(tested, { fetch });
  });
  afterAll(() => server.stop());

  itStoresFiles(() => store);

  it('names an unknown key and a missing bucket', async () => {
    const refused = (change: Partial<S3Address>) =>
      testS3({ ...server.address, ...change }, { fetch }).catch((error: Error) => error.message);
    expect(await refused({ keyId: 'NOBODY' })).toMatch('does not know this access key');
    expect(await refused({ bucket: 'suns' })).toMatch('no bucket with this name');
  });

  it('syncs two devices', async () => {
    const own = new S3Store({ ...server.address, folder: 'team/two', looksFirst: true }, { fetch });
    const [a, b] = ['Laptop', 'Phone'].map((name) => new MemoryDevice(name, own, Date.now));
    await a!.join();
    await b!.join();
    a!.set('note/1', 'x'.repeat(200_000));
    b!.set('note/2', 'from the phone');
    for (let round = 0; round < 2; round += 1) for (const device of [a!, b!]) await device.sync();
    expect(Object.keys(b!.records.seen())).toEqual(['note/1', 'note/2']);
    expect(a!.records.seen()).toEqual(b!.records.seen());
  });
});

/** A server that gives these answers in turn, the last one again and again. */
function scripted(...answers: (() => Response)[]) {
  const requests: { url: string; method: string; headers: Record<string, string> }[] = [];
  const waits: number[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)]!;
    const headers = init!.headers as Record<string, string>;
    requests.push({ url: String(input as string), method: init!.method!, headers });
    return answer();
  };
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  return { store: new S3Store(address, { fetch, wait }), deps: { fetch, wait }, requests, waits };
}
const status =
  (code: number, body = '', headers = {}) =>
  () =>
    new Response(body, { status: code, headers });
const error = (code: number, name: string, more = '') =>
  status(code, `<?xml version="1.0"?><Error><Code>${name}</Code><Message>m</Message>${more}</Error>`);
const page = (names: string[], next?: string) =>
  status(
    200,
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Prefix>sync/devices/</Prefix>
    <IsTruncated>${next !== undefined}</IsTruncated>
    ${next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`}
    ${names.map((name) => `<Contents><Key>sync/devices/${name}</Key><ETag>&quot;e${name}&quot;</ETag><Owner><ID>x</ID></Owner></Contents>`).join('')}
    </ListBucketResult>`,
  );

describe('a server that refuses', () => {
  it.each([
    [error(401, 'Unauthorized'), 'refused the access key'],
    [error(403, 'AccessDenied'), 'to list the bucket, and to read, write and delete its files'],
    [error(403, 'InvalidAccessKeyId'), 'does not know this access key'],
    [error(403, 'SignatureDoesNotMatch'), 'Check the secret access key and the region'],
    [error(403, 'RequestTimeTooSkewed'), 'The clock of this device differs'],
    [error(403, 'QuotaExceeded'), 'The storage is full'],
    [error(404, 'NoSuchBucket'), 'There is no bucket with this name'],
    [error(400, 'AuthorizationHeaderMalformed', '<Region>eu-west-3</Region>'), 'in the region eu-west-3'],
    [error(301, 'PermanentRedirect'), 'in another region'],
    [error(409, 'OperationAborted'), 'at the same time'],
    [error(412, 'PreconditionFailed'), 'at the same time'],
    [error(423, 'Locked'), 'has locked a file'],
    [error(429, 'TooManyRequests'), 'limiting requests'],
    [error(503, 'SlowDown'), 'busy'],
    [error(507, 'XMinioStorageFull'), 'The storage is full'],
    [status(500, '<html>'), 'returned an error'],
    [error(400, 'X', '<Region><![CDATA[a sentence of the server]]></Region>'), 'did not understand'],
  ])('is named: %#', async (answer, sentence) => {
    await expect(scripted(answer).store.replace('log/x', bytes('x'))).rejects.toThrow(sentence);
  });

  it('because of a wrong clock tells the time, and is asked again with it', async () => {
    const hour = 60 * 60 * 1000;
    const time = new Date(Date.now() + hour).toISOString();
    const { store, requests } = scripted(
      error(403, 'RequestTimeTooSkewed', `<ServerTime>${time}</ServerTime>`),
      status(200),
    );
    await store.replace('log/x', bytes('x'));
    await store.replace('log/y', bytes('y'));
    const sent = requests.map(({ headers }) => headers['x-amz-date']!);
    const minute = (at: string) => at.replace(/[:-]/g, '').slice(0, 13);
    expect(sent.map((at) => at.slice(0, 13) >= minute(time))).toEqual([false, true, true]);
  });

  it('with a long page, such as that of a firewall, is named', async () => {
    const long = status(403, `<html>${'x'.repeat(200_000)}`);
    await expect(scripted(long).store.list('devices')).rejects.toThrow('This key lacks rights');
  });

  it('is asked again after the time it names, signed again', async () => {
    const { store, requests, waits } = scripted(
      status(503, '', { 'Retry-After': '2' }),
      status(429, '', { 'Retry-After': '2' }),
      status(200),
    );
    await store.replace('log/x', bytes('x'));
    expect([requests.length, waits]).toEqual([3, [2000, 2000]]);
  });

  it('a write during another one to the same file is sent again', async () => {
    const { store, requests } = scripted(error(409, 'ConditionalRequestConflict'), error(412, 'P'));
    expect(await store.create('log/x', bytes('x'))).toBe(false);
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual(['*', '*']);
  });

  it('the condition of a write gets none: each new file is looked for first', async () => {
    const { deps } = scripted(
      page([]),
      status(200),
      () => new Response(bytes('A test by Perilune. You can delete this file.')),
      error(501, 'NotImplemented'),
    );
    expect(await testS3(address, deps)).toEqual({ ...address, looksFirst: true });
  });
});

describe('a listing', () => {
  it('has pages', async () => {
    const { store, requests } = scripted(page(['a', 'b'], 'a+/=t'), page(['c']));
    expect(await store.list('devices')).toEqual([
      { name: 'a', tag: '"ea"' },
      { name: 'b', tag: '"eb"' },
      { name: 'c', tag: '"ec"' },
    ]);
    expect(new URL(requests[1]!.url).searchParams.get('continuation-token')).toBe('a+/=t');
  });

  it('without end is given up', async () => {
    const { store, requests } = scripted(page(['a'], 'again'));
    await expect(store.list('devices')).rejects.toThrow('far more files than sync writes');
    expect(requests).toHaveLength(50);
  });

  it('of too many files is given up, also on few pages', async () => {
    const { store, requests } = scripted(page(Array(60_000).fill('a'), 'again'));
    await expect(store.list('devices')).rejects.toThrow('far more files than sync writes');
    expect(requests).toHaveLength(1);
  });

  it('that breaks off is not taken for the whole', async () => {
    const cut = status(200, '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>');
    await expect(scripted(cut).store.list('devices')).rejects.toThrow('did not list all files');
    const half = status(200, '<ListBucketResult><Contents><Key>sync/devices/a</Key></Contents>');
    await expect(scripted(half).store.list('devices')).rejects.toThrow('did not list all files');
    const other = status(200, '<html>Please log in</html>');
    await expect(scripted(other).store.list('devices')).rejects.toThrow('did not list all files');
  });

  it('that is far too long is not read to its end', async () => {
    let sent = 0;
    const endless = () =>
      new Response(
        new ReadableStream({
          pull: (stream) => {
            sent += 1;
            stream.enqueue(new Uint8Array(1024 * 1024));
          },
        }),
      );
    await expect(scripted(endless).store.list('devices')).rejects.toThrow('far more files');
    expect(sent).toBeLessThan(40);
  });

  it('keeps names of other folders out', async () => {
    const names = ['../header', 'deep/er', '', 'fine'];
    expect(await scripted(page(names)).store.list('devices')).toEqual([{ name: 'fine', tag: '"efine"' }]);
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
describe('signatures of AWS’s examples', () => {
  const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  it.each([
    ['GET', '?lifecycle', {}, EMPTY, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    [
      'GET',
      '?max-keys=2&prefix=J',
      {},
      EMPTY,
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
    [
      'PUT',
      'test$file.text',
      { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'X-Amz-Storage-Class': 'REDUCED_REDUNDANCY' },
      '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
  ])('%s %s', async (method, target, headers, hash, signature) => {
    const signed = await new AwsV4Signer({
      ...{ method, url: `https://examplebucket.s3.amazonaws.com/${target}`, service: 's3' },
      headers: { ...headers, 'X-Amz-Content-Sha256': hash } as Record<string, string>,
      ...{ accessKeyId: address.keyId, secretAccessKey: address.secret },
      ...{ region: 'us-east-1', datetime: '20130524T000000Z' },
    }).sign();
    expect(signed.headers.get('Authorization')).toMatch(new RegExp(`Signature=${signature}$`));
  });
});

describe('the address of a bucket', () => {
  const of = (change: Partial<S3Address>) => bucketUrl({ ...address, ...change });

  it('has the bucket in the host on AWS, in the path elsewhere, or as chosen', () => {
    const aws = 'https://s3.eu-central-1.amazonaws.com';
    expect(of({ endpoint: aws }).base).toBe('https://moons.s3.eu-central-1.amazonaws.com/');
    expect(of({ endpoint: aws, bucket: 'my.moons' }).base).toBe(`${aws}/my.moons/`);
    expect(of({ endpoint: aws, style: 'path' }).base).toBe(`${aws}/moons/`);
    expect(of({}).base).toBe('https://s3.example/moons/');
    expect(of({ style: 'host' }).base).toBe('https://moons.s3.example/');
    expect(of({ endpoint: 'http://127.0.0.1:9000/' }).base).toBe('http://127.0.0.1:9000/moons/');
  });

  it('may have a folder', () => {
    expect(of({ folder: '' }).prefix).toBe('');
    expect(of({ folder: '/team/perilune/' }).prefix).toBe('team/perilune/');
  });

  it.each([
    [{ endpoint: 's3.example' }, 'address of the service'],
    [{ endpoint: 'https://s3.example/moons' }, 'without the bucket'],
    [{ endpoint: 'https://me:pw@s3.example' }, 'address of the service'],
    [{ endpoint: 'http://s3.example.com' }, 'begins with https'],
    [{ bucket: 'a/../b' }, 'name of the bucket'],
    [{ bucket: '' }, 'name of the bucket'],
    [{ folder: 'a/../../b' }, 'folder of letters'],
    [{ folder: 'a b' }, 'folder of letters'],
  ])('is refused: %j', (change, sentence) => {
    expect(() => of(change)).toThrow(sentence);
  });

  it.each([
    ['https://s3.eu-central-1.amazonaws.com', 'eu-central-1'],
    ['https://s3.dualstack.ap-southeast-2.amazonaws.com', 'ap-southeast-2'],
    ['https://abc.r2.cloudflarestorage.com', 'auto'],
    ['https://s3.us-west-004.backblazeb2.com', 'us-west-004'],
    ['https://s3.fr-par.scw.cloud', 'fr-par'],
    ['https://fra1.digitaloceanspaces.com', 'fra1'],
    ['https://minio.example', 'us-east-1'],
  ])('tells the region: %s', (endpoint, region) => {
    expect(regionOf(endpoint)).toBe(region);
  });
});
