// Who may speak to the extension. Each refused sender is an attack.
import { expect, it } from 'vitest';
import type { Sender } from './chrome.ts';
import { addressOfApp, isApp, isOwnPage } from './gate.ts';

const OWN = 'abcdefgh';
const ADDRESS = 'https://ada.example/perilune/';
const page: Sender = {
  id: OWN,
  origin: 'https://ada.example',
  url: 'https://ada.example/perilune/#/chat',
  frameId: 0,
  tab: { id: 1, windowId: 1 },
};
const isAllowed = (change: Partial<Record<keyof Sender, unknown>>): boolean =>
  isApp({ ...page, ...change } as Sender, ADDRESS, OWN);

it('accepts messages of the top page at the confirmed address', () => {
  expect(isAllowed({})).toBe(true);
  expect(isAllowed({ url: 'https://ada.example/perilune/index.html?x=1' })).toBe(true);
});

it.each<[string, Partial<Record<keyof Sender, unknown>>]>([
  ['another origin', { origin: 'https://evil.example', url: 'https://evil.example/perilune/' }],
  ['a page that only looks alike', { origin: 'https://ada.example.evil.example' }],
  ['another port', { origin: 'https://ada.example:8443', url: 'https://ada.example:8443/perilune/' }],
  ['plain http', { origin: 'http://ada.example', url: 'http://ada.example/perilune/' }],
  ['an opaque origin', { origin: 'null' }],
  ['a frame', { frameId: 7 }],
  ['a sender without a frame', { frameId: undefined }],
  ['a sender without a tab', { tab: undefined }],
  ['another folder of the origin', { url: 'https://ada.example/other/' }],
  ['a folder below', { url: 'https://ada.example/perilune/demo-docs/' }],
  ['another extension', { id: 'zyxwvuts' }],
  ['no sender id', { id: undefined }],
])('refuses %s', (_, change) => expect(isAllowed(change)).toBe(false));

it('accepts no message before an address is confirmed', () => {
  expect(isApp(page, undefined, OWN)).toBe(false);
  expect(isApp(undefined, ADDRESS, OWN)).toBe(false);
});

it.each([
  ['https://ada.example/perilune/#/chat', ADDRESS],
  ['https://ada.example/perilune/index.html', ADDRESS],
  ['http://localhost:4173/', 'http://localhost:4173/'],
  ['http://192.168.1.5:4173/', 'http://192.168.1.5:4173/'],
  ['http://ada.example/', undefined],
  ['https://me:secret@ada.example/', undefined],
  ['file:///home/ada/index.html', undefined],
  ['chrome://extensions/', undefined],
  ['chrome-extension://abc/panel.html', undefined],
  ['not an address', undefined],
  [undefined, undefined],
])('offers for %s: %s', (url, address) => expect(addressOfApp(url)).toBe(address));

it('recognizes its own pages by the sender that the browser names', () => {
  const root = 'chrome-extension://abcdefgh/';
  const own = { id: OWN, origin: 'chrome-extension://abcdefgh', url: `${root}panel.html` };
  expect(isOwnPage(own, OWN, root)).toBe(true);
  expect(isOwnPage(page, OWN, root)).toBe(false);
  expect(isOwnPage({ ...own, origin: 'https://evil.example' }, OWN, root)).toBe(false);
});
