// A real S3 server for tests, with its buckets in a temporary folder. It checks keys and CORS rules. It overwrites files
// although it is told not to, as older servers do, and does not check signatures: AWS's examples do.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { S3Address } from './s3-address.ts';

const FOLDER = fileURLToPath(new URL('../../../../e2e/s3/node_modules/s3rver', import.meta.url));

export const hasS3 = existsSync(FOLDER);

export interface S3Server {
  address: S3Address;
  folder: string;
  stop(): Promise<void>;
}

interface S3rver {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}

/** @param origin the page that may use it; absent: none */
export async function startS3({ origin }: { origin?: string } = {}): Promise<S3Server> {
  const S3rver = createRequire(import.meta.url)(FOLDER) as new (options: object) => S3rver;
  const folder = mkdtempSync(join(tmpdir(), 'perilune-s3-'));
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory: folder },
    configureBuckets: [{ name: 'moons', configs: origin ? [cors(origin)] : [] }],
  });
  const { port } = await server.run();
  return {
    folder: join(folder, 'moons'),
    address: {
      endpoint: `http://127.0.0.1:${port}`,
      ...{ bucket: 'moons', region: '', folder: 'perilune', keyId: 'S3RVER', secret: 'S3RVER' },
    },
    stop: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const cors = (origin: string): string => `<CORSConfiguration><CORSRule>
  <AllowedOrigin>${origin}</AllowedOrigin>
  <AllowedMethod>GET</AllowedMethod><AllowedMethod>HEAD</AllowedMethod><AllowedMethod>PUT</AllowedMethod>
  <AllowedHeader>authorization</AllowedHeader><AllowedHeader>content-type</AllowedHeader>
  <AllowedHeader>if-none-match</AllowedHeader><AllowedHeader>x-amz-content-sha256</AllowedHeader>
  <AllowedHeader>x-amz-date</AllowedHeader>
  <ExposeHeader>ETag</ExposeHeader><ExposeHeader>Retry-After</ExposeHeader>
</CORSRule></CORSConfiguration>`;
