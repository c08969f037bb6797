// The sign-in window: its answer reaches only the window that waits for it, and it can do nothing to this page.
import { afterEach, describe, expect, it } from 'vitest';
import { signInWindow } from './sign-in-window.ts';

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

function open() {
  const shown: string[] = [];
  const popup = {
    closed: false,
    opener: 'this page' as unknown,
    openerWhenShown: undefined as unknown,
    location: {
      replace(address: string) {
        popup.openerWhenShown = popup.opener;
        shown.push(address);
      },
    },
    close: () => undefined,
  };
  const abort = new AbortController();
  let closed = 0;
  const onClosed = (): void => void closed++;
  const window = signInWindow(popup as unknown as Window, { signal: abort.signal, onClosed });
  const channel = new BroadcastChannel('perilune-oauth');
  closing.push(
    () => window.end(),
    () => channel.close(),
  );
  return {
    popup,
    shown,
    abort,
    window,
    comesBack: (with_: string) => channel.postMessage(with_),
    closed: () => closed,
  };
}

const ADDRESS = new URL('https://a.example/authorize?state=mine');

describe('a sign-in window', () => {
  it('ignores an answer for another window', async () => {
    const { window, comesBack } = open();
    window.show(ADDRESS);
    comesBack('?state=other&code=theirs');
    comesBack('?code=nobodys');
    comesBack('?state=mine&code=ours');
    expect((await window.back).get('code')).toBe('ours');
  });

  it('cannot reach the page that opened it', () => {
    const { popup, window } = open();
    window.show(ADDRESS);
    expect(popup.openerWhenShown).toBeNull();
  });

  it('reports once that it looks closed, and keeps waiting', async () => {
    const { popup, window, comesBack, closed } = open();
    window.show(ADDRESS);
    popup.closed = true;
    await expect.poll(closed).toBe(1);
    comesBack('?state=mine&code=ours');
    expect((await window.back).get('code')).toBe('ours');
    expect(closed()).toBe(1);
  });

  it('is given up when the user cancels', async () => {
    const { window, abort } = open();
    abort.abort();
    await expect(window.back).rejects.toMatchObject({ code: 'cancelled' });
  });
});
