// A private file system that doesn't respond: every call ends, and nothing that comes too late stays open.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NoAnswer, openVectorFolder, type VectorFolder } from './vector-folder.ts';

const never = (): Promise<never> => new Promise<never>(() => undefined);
const BYTES = new Uint8Array([1, 2, 3]);

/** The handle for reading and writing a file synchronously. */
const handle = {
  write: (part: ArrayBufferView) => part.byteLength,
  read: () => BYTES.length,
  getSize: () => BYTES.length,
  truncate: () => undefined,
  flush: () => undefined,
  close: vi.fn(),
};
const file = {
  createSyncAccessHandle: vi.fn(async () => handle),
  getFile: vi.fn(async () => new File([BYTES], 'a')),
};
const directory = {
  getFileHandle: vi.fn(async () => file),
  removeEntry: vi.fn(async () => undefined),
  keys: vi.fn(async function* () {
    yield 'a';
  }),
};
const getDirectory = vi.fn(async () => ({ getDirectoryHandle: async () => directory }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('navigator', { storage: { getDirectory } });
  vi.stubGlobal(
    'FileSystemFileHandle',
    class {
      createSyncAccessHandle(): void {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

async function folder(): Promise<VectorFolder> {
  return (await openVectorFolder('segments'))!;
}

/** Returns how a call ends within a minute. */
async function within<Value>(call: Promise<Value>): Promise<Value | NoAnswer | 'waits'> {
  const waits = new Promise<'waits'>((resolve) => setTimeout(() => resolve('waits'), 60_000));
  const ends = call.catch((error: unknown) => {
    if (error instanceof NoAnswer) return error;
    throw error;
  });
  const first = Promise.race([ends, waits]);
  await vi.advanceTimersByTimeAsync(60_000);
  return first;
}

it('asks again for a folder that never opens', async () => {
  getDirectory.mockImplementationOnce(never);
  expect(await within(openVectorFolder('segments'))).toBeTypeOf('object');
});

it('treats a folder that never opens at all as missing', async () => {
  getDirectory.mockImplementation(never);
  expect(await within(openVectorFolder('segments'))).toBeUndefined();
  getDirectory.mockImplementation(async () => ({ getDirectoryHandle: async () => directory }));
});

it.each([
  ['has no handle', () => directory.getFileHandle.mockImplementationOnce(never)],
  ['is never opened', () => file.createSyncAccessHandle.mockImplementationOnce(never)],
])('writing a file that %s fails', async (_, silence) => {
  const segments = await folder();
  silence();
  expect(await within(segments.write('a', [BYTES]))).toBeInstanceOf(NoAnswer);
});

it('closes a file that opens too late', async () => {
  const segments = await folder();
  let open!: (late: typeof handle) => void;
  file.createSyncAccessHandle.mockImplementationOnce(() => new Promise((resolve) => (open = resolve)));
  expect(await within(segments.write('a', [BYTES]))).toBeInstanceOf(NoAnswer);
  open(handle);
  await vi.advanceTimersByTimeAsync(0);
  expect(handle.close).toHaveBeenCalledOnce();
});

it('reads a file in another way when it never opens for reading', async () => {
  const segments = await folder();
  file.createSyncAccessHandle.mockImplementation(never);
  const whole = await within(segments.whole('a'));
  expect(new Uint8Array(whole as ArrayBuffer)).toEqual(BYTES);
  const [part] = (await within(segments.read('a', [[1, 3]]))) as ArrayBuffer[];
  expect(new Uint8Array(part!)).toEqual(BYTES.slice(1));
  file.createSyncAccessHandle.mockImplementation(async () => handle);
});

it("fails to read when that way doesn't respond either", async () => {
  const segments = await folder();
  directory.getFileHandle.mockImplementation(never);
  expect(await within(segments.whole('a'))).toBeInstanceOf(NoAnswer);
  expect(await within(segments.file('a'))).toBeInstanceOf(NoAnswer);
  directory.getFileHandle.mockImplementation(async () => file);
});

it('fails when a list of names never ends, and leaves a removal to the next sweep', async () => {
  const segments = await folder();
  directory.keys.mockImplementationOnce(async function* () {
    yield await never();
  });
  directory.removeEntry.mockImplementationOnce(never);
  expect(await within(segments.names())).toBeInstanceOf(NoAnswer);
  expect(await within(segments.remove('a'))).toBeUndefined();
});

const USES: [string, (segments: VectorFolder) => Promise<unknown>][] = [
  ['writing', (segments) => segments.write('a', [BYTES])],
  ['reading', (segments) => segments.read('a', [[0, 3]])],
];
it.each(USES)('%s ends even when garbage is collected while the file is being opened', async (_, use) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => Promise<void>;
  const opening = stubForgetful();
  const using = use(await folder());
  const answer = await opening;
  await collect({ type: 'major', execution: 'async' });
  answer();
  expect(await within(using)).not.toBeInstanceOf(NoAnswer);
  expect(file.getFile).not.toHaveBeenCalled();
});

/**
 * Files as in Chromium: one answers `createSyncAccessHandle` only if its handle is still referenced then.
 * @returns a function that lets the first one answer, once it was asked
 */
function stubForgetful(): Promise<() => void> {
  return new Promise((asked) => {
    // No mocks: they keep references to everything that passes through them.
    const getFileHandle = async (): Promise<unknown> => {
      const { getFile } = file;
      const createSyncAccessHandle = function (this: object): Promise<typeof handle> {
        const held = new WeakRef(this);
        return new Promise((resolve) => asked(() => held.deref() && resolve(handle)));
      };
      return { getFile, createSyncAccessHandle };
    };
    const storage = { getDirectory: async () => ({ getDirectoryHandle: async () => ({ getFileHandle }) }) };
    vi.stubGlobal('navigator', { storage });
  });
}
