// A bucket of an S3-compatible service: AWS, Cloudflare R2, Backblaze B2, MinIO. Requests are signed with signature
// version 4, their bodies included.
import { sha256Hex } from '../../../base/digest.ts';
import { AwsV4Signer } from 'aws4fetch';
import { Parser } from 'htmlparser2';
import { Failure } from '../../../core/errors.ts';
import {
  failureOf as refusal,
  readBody,
  readListing,
  sendPatiently,
  tooManyFiles,
  type HttpDeps,
} from './http.ts';
import { needsLook } from './probe.ts';
import { bucketUrl, regionOf, type S3Address } from './s3-address.ts';
import type { Listed, SyncStore } from './store.ts';

/** Pages of 1,000 files each, beyond which a listing is not one of sync. */
const MOST_PAGES = 50;
const MOST_FILES = MOST_PAGES * 1000;
const LARGEST_ERROR = 64 * 1024;
/** Times that a write is repeated that met another one to the same file. */
const CONFLICTS = 3;

type Bytes = Uint8Array<ArrayBuffer>;

export class S3Store implements SyncStore {
  readonly #base: string;
  readonly #prefix: string;
  readonly #address: S3Address;
  readonly #deps: HttpDeps;
  /** Milliseconds by which the server's clock is ahead, once it has complained. */
  #ahead = 0;
  readonly #keys = new Map<string, ArrayBuffer>();

  /** @throws Failure `bad_request` for an address that is none */
  constructor(address: S3Address, deps: HttpDeps) {
    this.#address = address;
    ({ base: this.#base, prefix: this.#prefix } = bucketUrl(address));
    this.#deps = deps;
  }

  async read(path: string, most: number): Promise<Uint8Array | undefined> {
    const response = await this.#request('GET', this.#prefix + path);
    if (response.ok) return readBody(response, most);
    const refused = await this.#refused(response, path);
    if (refused.isMissingFile) return undefined;
    throw refused.failure;
  }

  async create(path: string, bytes: Bytes): Promise<boolean> {
    if (this.#address.looksFirst) {
      const { ok, status } = await this.#request('HEAD', this.#prefix + path);
      if (ok) return false;
      if (status !== 404) throw failureOf(status, path);
      await this.replace(path, bytes);
      return true;
    }
    const response = await this.#put(path, bytes, { 'If-None-Match': '*' });
    if (response.status === 412) return false;
    if (!response.ok) throw (await this.#refused(response, path)).failure;
    return true;
  }

  async replace(path: string, bytes: Bytes): Promise<void> {
    const response = await this.#put(path, bytes, {});
    if (!response.ok) throw (await this.#refused(response, path)).failure;
  }

  async remove(path: string): Promise<void> {
    const response = await this.#request('DELETE', this.#prefix + path);
    if (!response.ok && response.status !== 404) throw (await this.#refused(response, path)).failure;
  }

  async list(folder: string): Promise<Listed[]> {
    const prefix = this.#prefix + (folder === '' ? '' : `${folder}/`);
    const files: Listed[] = [];
    let token: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = new URLSearchParams({ 'list-type': '2', delimiter: '/', prefix });
      if (token !== undefined) query.set('continuation-token', token);
      const response = await this.#request('GET', `?${query.toString().replaceAll('+', '%20')}`);
      if (!response.ok) throw (await this.#refused(response, folder)).failure;
      const { entries, next, isWhole } = readBucket(await readListing(response));
      // A file that is not listed would count as missing.
      if (!isWhole) {
        throw new Failure(
          'bad_output',
          'The storage did not list all files. Nothing was changed. Check the address of the service.',
        );
      }
      for (const { key, tag } of entries) {
        const name = key.startsWith(prefix) ? key.slice(prefix.length).replace(/\/$/, '') : '';
        if (name !== '' && !name.includes('/')) files.push({ name, tag });
      }
      if (files.length > MOST_FILES) break;
      if (next === undefined) return files;
      token = next;
    }
    throw tooManyFiles();
  }

  /** A bucket has no folders: a file's name holds them. */
  async prepare(): Promise<void> {
    await Promise.resolve();
  }

  async #put(path: string, bytes: Bytes, headers: Record<string, string>): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#request('PUT', this.#prefix + path, { headers, body: bytes });
      // Another write to this file is under way: only afterwards it is known which one came first.
      if (response.status !== 409 || attempt === CONFLICTS) return response;
    }
  }

  async #request(
    method: string,
    target: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: Bytes } = {},
  ): Promise<Response> {
    const send = (): Promise<Response> =>
      sendPatiently(() => this.#signed(method, target, headers, body), this.#deps);
    const response = await send();
    if (response.status !== 403 || method === 'HEAD') return response;
    const copy = response.clone();
    const { code, time } = await errorIn(copy);
    if (code !== 'RequestTimeTooSkewed' || Number.isNaN(time)) return response;
    // The clock of this device is wrong; the server tells the time.
    this.#ahead = time - Date.now();
    return send();
  }

  async #signed(
    method: string,
    target: string,
    headers: Record<string, string>,
    body: Bytes | undefined,
  ): Promise<{ url: string; init: RequestInit }> {
    const { keyId, secret, region, endpoint } = this.#address;
    const at = new Date(Date.now() + this.#ahead).toISOString();
    const { url, headers: signed } = await new AwsV4Signer({
      method,
      url: this.#base + target,
      headers: {
        ...headers,
        ...(body && { 'Content-Type': 'application/octet-stream' }),
        'X-Amz-Content-Sha256': await sha256Hex(body ?? ''),
      },
      accessKeyId: keyId,
      secretAccessKey: secret,
      service: 's3',
      region: region === '' ? regionOf(endpoint) : region,
      datetime: at.replace(/[:-]|\.\d{3}/g, ''),
      cache: this.#keys,
    }).sign();
    return {
      url: url.href,
      init: { method, headers: Object.fromEntries(signed), ...(body && { body }) },
    };
  }

  async #refused(response: Response, path: string): Promise<{ isMissingFile: boolean; failure: Failure }> {
    const { code, region } = await errorIn(response);
    const isMissingFile = response.status === 404 && code !== 'NoSuchBucket';
    return { isMissingFile, failure: namedFailure(code, region) ?? failureOf(response.status, path) };
  }
}

/**
 * Checks that the bucket can be listed, read and written.
 * @returns the address, with what the server needs
 * @throws Failure that says what to do
 */
export async function testS3(address: S3Address, deps: HttpDeps): Promise<S3Address> {
  const { looksFirst: _, ...rest } = address;
  return (await needsLook(new S3Store(rest, deps))) ? { ...rest, looksFirst: true } : rest;
}

const FULL =
  'The storage is full. Free some space there. Your changes wait on this device and are sent then.';

function namedFailure(code: string, region: string): Failure | undefined {
  switch (code) {
    case 'RequestTimeTooSkewed':
      return new Failure(
        'denied',
        'The clock of this device differs from the server’s by more than 15 minutes. Set the date and time, then sync again.',
      );
    case 'InvalidAccessKeyId':
      return new Failure('denied', 'The storage does not know this access key. Check the access key ID.');
    case 'SignatureDoesNotMatch':
      return new Failure(
        'denied',
        'The storage refused the signature. Check the secret access key and the region.',
      );
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'IllegalLocationConstraintException':
      return new Failure(
        'bad_request',
        region === ''
          ? 'The bucket is in another region. Check the region and the address of the service.'
          : `The bucket is in the region ${region}. Enter this region and its address.`,
      );
    case 'NoSuchBucket':
      return new Failure('not_found', 'There is no bucket with this name. Create it, or check the name.');
    case 'QuotaExceeded':
    case 'XMinioStorageFull':
    case 'XMinioAdminBucketQuotaExceeded':
      return new Failure('unavailable', FULL);
    default:
      return undefined;
  }
}

const failureOf = (status: number, path: string): Failure =>
  refusal(status, path, {
    400: ['bad_request', 'The storage did not understand the request. Check the address and the region.'],
    401: ['denied', 'The storage refused the access key. Check the access key ID and the secret access key.'],
    403: [
      'denied',
      'This key lacks rights that sync needs: to list the bucket, and to read, write and delete its files.',
    ],
    404: ['not_found', 'The storage has no bucket with this name. Check the address and the name.'],
    409: ['conflict', 'Another device wrote this file at the same time. Sync tries again.'],
  });

/** What an answer says of itself; empty texts where it says nothing. */
async function errorIn(response: Response): Promise<{ code: string; region: string; time: number }> {
  const nothing = { code: '', region: '', time: Number.NaN };
  try {
    const texts = textsIn(new TextDecoder().decode(await readBody(response, LARGEST_ERROR)));
    const region = /^[a-z0-9-]{1,40}$/.exec(texts['Region'] ?? '')?.[0] ?? '';
    return { code: texts['Code'] ?? '', region, time: Date.parse(texts['ServerTime'] ?? '') };
  } catch {
    return nothing;
  }
}

function textsIn(xml: string): Record<string, string> {
  const texts: Record<string, string> = {};
  let open = '';
  const parser = new Parser(
    {
      onopentag: (name) => (open = name),
      ontext: (text) => (texts[open] = ((texts[open] ?? '') + text).slice(0, 200).trim()),
      onclosetag: () => (open = ''),
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return texts;
}

/** Reads a page of a listing. */
function readBucket(xml: string): {
  entries: { key: string; tag: string }[];
  next: string | undefined;
  /** The text is a listing, has its end, and says how to continue if there is more. */
  isWhole: boolean;
} {
  const entries: { key: string; tag: string }[] = [];
  const path: string[] = [];
  let texts: Record<string, string> = {};
  let next: string | undefined;
  let isTruncated = false;
  let hasEnd = false;
  const parser = new Parser(
    {
      onopentag(name) {
        path.push(name);
        if (name === 'Contents' || name === 'CommonPrefixes') texts = {};
      },
      ontext(text) {
        const name = path.at(-1)!;
        if (path.length === 2 && name === 'NextContinuationToken') next = (next ?? '') + text;
        else if (path.length === 2 && name === 'IsTruncated') isTruncated ||= text.trim() === 'true';
        else if (path.length === 3) texts[name] = (texts[name] ?? '') + text;
      },
      onclosetag(name, isImplied) {
        path.pop();
        if (path.length === 0) hasEnd ||= name === 'ListBucketResult' && !isImplied;
        const { Key: key, Prefix: folder, ETag: tag = '' } = texts;
        if (name === 'Contents' && key !== undefined) entries.push({ key, tag });
        if (name === 'CommonPrefixes' && folder !== undefined) entries.push({ key: folder, tag: '' });
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return {
    entries,
    next: isTruncated ? next : undefined,
    isWhole: hasEnd && (!isTruncated || next !== undefined),
  };
}
