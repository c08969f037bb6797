// Size limits on untrusted files.
import { deflateRawSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { inflateUpTo, readUpTo } from './bounded-bytes.ts';

it('inflates up to a limit, and reads no further', async () => {
  const packed = new Uint8Array(deflateRawSync(new Uint8Array(3 * 2 ** 20)));
  expect(packed.length).toBeLessThan(5000);
  expect((await inflateUpTo(packed, 4 * 2 ** 20)).length).toBe(3 * 2 ** 20);
  await expect(inflateUpTo(packed, 2 ** 20)).rejects.toMatchObject({ code: 'too_large' });
});

it('stops reading an endless stream', async () => {
  const cancel = vi.fn();
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void =>
    controller.enqueue(new Uint8Array(1000));
  await expect(readUpTo(new ReadableStream({ pull, cancel }), 5000)).rejects.toMatchObject({
    code: 'too_large',
  });
  expect(cancel).toHaveBeenCalled();
  expect(await readUpTo(null, 10)).toEqual(new Uint8Array());
});
