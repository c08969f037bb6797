// Tools and context that a page sets before loading reach the chat once it exists, and can be removed.
import { expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { PageOffers } from './page-offers.ts';
import type { HostTool, SiteChat } from './site-chat.ts';

const tool = (name: string): HostTool => ({ name, description: name, execute: () => 1 });

function chat() {
  const has: string[] = [];
  const contexts: Json[] = [];
  const made = {
    registerTool(each: HostTool) {
      if (has.includes(each.name)) throw new Error(`${each.name} is taken`);
      has.push(each.name);
      return () => void has.splice(has.indexOf(each.name), 1);
    },
    setContext: (context: Json) => void contexts.push(context),
  };
  return { chat: made as unknown as SiteChat, has, contexts };
}

it('passes on what was set before, except what was removed meanwhile', () => {
  const offers = new PageOffers();
  offers.register(tool('cart'));
  offers.register(tool('gone'))();
  offers.setContext({ version: 2 });
  const { chat: first, has, contexts } = chat();
  offers.handTo(first, () => expect.unreachable());
  expect([has, contexts]).toEqual([['cart'], [{ version: 2 }]]);
  const remove = offers.register(tool('later'));
  expect(has).toEqual(['cart', 'later']);
  remove();
  expect(has).toEqual(['cart']);
});

it('reports refused ones, and passes on the others', () => {
  const offers = new PageOffers();
  offers.register(tool('cart'));
  offers.register(tool('cart'));
  offers.register(tool('order'));
  const { chat: first, has } = chat();
  const refused: string[] = [];
  offers.handTo(first, (error) => refused.push((error as Error).message));
  expect(has).toEqual(['cart', 'order']);
  expect(refused).toEqual(['cart is taken']);
});

it('passes everything to the next chat as well', () => {
  const offers = new PageOffers();
  const remove = offers.register(tool('cart'));
  const [one, other] = [chat(), chat()];
  offers.handTo(one.chat, () => expect.unreachable());
  offers.forget();
  offers.handTo(other.chat, () => expect.unreachable());
  remove();
  expect([one.has, other.has]).toEqual([['cart'], []]);
});
