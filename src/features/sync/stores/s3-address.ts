// Where a bucket is: what a person enters, checked, and what the address itself tells. Pure.
import { Failure } from '../../../core/errors.ts';
import { isSafeForSecrets } from '../../../core/hosts.ts';

export interface S3Address {
  /** Of the service, without the bucket. */
  endpoint: string;
  bucket: string;
  /** Empty: what the endpoint tells. */
  region: string;
  /** In the bucket; empty: the bucket itself. */
  folder: string;
  /** Where the bucket's name stands: in the path or in the host's name. Absent: what the service expects. */
  style?: 'path' | 'host';
  keyId: string;
  secret: string;
  /** The server overwrites files although it was told not to, so each new file is looked for first. */
  looksFirst?: boolean;
}

export const DEFAULT_REGION = 'us-east-1';

/** Services that name the region in the host. */
const REGIONS = [
  /(?:^|\.)s3[.-](?:dualstack\.)?([a-z]{2}(?:-[a-z]+)+-\d)\.amazonaws\.com(?:\.cn)?$/,
  /(?:^|\.)s3\.([a-z0-9-]+)\.backblazeb2\.com$/,
  /(?:^|\.)s3\.([a-z0-9-]+)\.(?:scw\.cloud|wasabisys\.com|io\.cloud\.ovh\.net)$/,
  /^([a-z0-9]+)\.digitaloceanspaces\.com$/,
  /^([a-z0-9]+)\.your-objectstorage\.com$/,
];

/** The region that a service's host names. */
export function regionOf(endpoint: string): string {
  if (!URL.canParse(endpoint)) return DEFAULT_REGION;
  const { hostname } = new URL(endpoint);
  if (hostname.endsWith('.r2.cloudflarestorage.com')) return 'auto';
  for (const pattern of REGIONS) {
    const region = pattern.exec(hostname)?.[1];
    if (region !== undefined) return region;
  }
  return DEFAULT_REGION;
}

export function isBucketName(name: string): boolean {
  return /^[a-zA-Z0-9][a-zA-Z0-9._-]{1,61}[a-zA-Z0-9]$/.test(name);
}

/**
 * The address of the bucket, with a slash at its end, and of the folder in it.
 * @throws Failure `bad_request` that says what to enter
 */
export function bucketUrl({ endpoint, bucket, folder, style }: S3Address): { base: string; prefix: string } {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isPlain =
    url &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.search === '' &&
    url.hash === '' &&
    url.pathname === '/';
  if (!isPlain) {
    throw bad(
      'Enter the address of the service, such as https://s3.eu-central-1.amazonaws.com, without the bucket.',
    );
  }
  if (!isSafeForSecrets(url)) {
    throw bad('Enter an address that begins with https. Perilune uses http only within your own network.');
  }
  if (!isBucketName(bucket)) {
    throw bad('Enter the name of the bucket: 3 to 63 letters, digits, dots and hyphens.');
  }
  const parts = folder.split('/').filter((part) => part !== '');
  if (!parts.every((part) => /^[A-Za-z0-9_.-]+$/.test(part) && !/^\.+$/.test(part))) {
    throw bad('Enter a folder of letters, digits, dots, hyphens and slashes, or leave it empty.');
  }
  const prefix = parts.map((part) => `${part}/`).join('');
  const isAws = /\.amazonaws\.com(\.cn)?$/.test(url.hostname);
  // A dot in the name does not fit the certificate of the host.
  const inHost = style === undefined ? isAws && !bucket.includes('.') : style === 'host';
  return {
    base: inHost ? `${url.protocol}//${bucket}.${url.host}/` : `${url.origin}/${bucket}/`,
    prefix,
  };
}

function bad(sentence: string): Failure {
  return new Failure('bad_request', sentence);
}

/** The CORS rules that a bucket needs for a page, as AWS, R2 and others take them. */
export function corsRules(origin: string): string {
  return JSON.stringify(
    [
      {
        AllowedOrigins: [origin],
        AllowedMethods: ['GET', 'HEAD', 'PUT', 'DELETE'],
        AllowedHeaders: [
          'authorization',
          'content-type',
          'if-none-match',
          'x-amz-content-sha256',
          'x-amz-date',
        ],
        ExposeHeaders: ['ETag', 'Retry-After'],
        MaxAgeSeconds: 3600,
      },
    ],
    undefined,
    2,
  );
}
