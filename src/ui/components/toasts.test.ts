// The messages of a removal that is undone.
import { expect, it, vi } from 'vitest';
import { Failure } from '../../core/errors.ts';
import { toasts } from './toasts.svelte.ts';

it('reports an undo that fails', async () => {
  const undo = vi.fn(() => Promise.reject(new Failure('unavailable', 'the storage is full')));
  toasts.undoable('Deleted Reviewer.', undo);
  toasts.items.find(({ text }) => text === 'Deleted Reviewer.')?.action?.run();
  expect(undo).toHaveBeenCalledOnce();
  await vi.waitFor(() =>
    expect(toasts.items.at(-1)).toMatchObject({
      tone: 'bad',
      text: 'Undo failed. The storage is full.',
    }),
  );
});
