// Web pages among an answer's citations.
import { expect, it } from 'vitest';
import { citedPage } from './cited-page.ts';

it('names the real host of the address', () => {
  expect(citedPage({ id: 'https://tea.example/green?x=1' })).toEqual({
    url: 'https://tea.example/green?x=1',
    host: 'tea.example',
  });
  expect(citedPage({ id: 'https://bank.example@evil.example/' })?.host).toBe('evil.example');
});

it.each(['019a-document', 'javascript:alert(1)', 'data:text/html,x', 'https://', 'file:///etc/passwd', ''])(
  'does not treat %j as a page',
  (id) => {
    expect(citedPage({ id })).toBeUndefined();
  },
);
