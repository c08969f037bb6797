// Built-ins that a page adds and removes: its own tools, and who may call them without asking.
import { expect, it } from 'vitest';
import type { Caller } from '../core/call.ts';
import type { Builtin } from './builtins.ts';
import { script } from './stand-in-runner.test-support.ts';
import { bundleOf, draft, storedPages } from './stored-pages.test-support.ts';

const setUp = storedPages('offered-builtins');
const MODEL: Caller = { kind: 'agent', conversation: 'c', call: '1' };
const SCRIPT: Caller = { kind: 'tool', name: 'stranger', depth: 1, first: MODEL };

async function open(more: Partial<Builtin> = {}) {
  const { registry, approvals } = await setUp();
  const callers: Caller[] = [];
  const cart: Builtin = {
    name: 'cart',
    description: 'The cart',
    parameters: { type: 'object', properties: {} },
    execute: async (_args, _signal, caller) => callers.push(caller),
    ...more,
  };
  const call = (caller: Caller) => registry.call('cart', {}, { caller });
  const answer = async (yes: boolean) => {
    const [request] = await expect
      .poll(() => approvals.pending)
      .toHaveLength(1)
      .then(() => approvals.pending);
    if (!request) throw new Error('nothing is asked');
    if (yes) approvals.approve(request.id, request.digest, request.scopes.at(0));
    else approvals.deny(request.id);
    return request;
  };
  return { registry, approvals, callers, cart, call, answer };
}

it('exist from the moment they are offered until they are withdrawn', async () => {
  const { registry, cart, call } = await open();
  const names = () => registry.list().map(({ name }) => name);
  let changes = 0;
  registry.onChange(() => changes++);
  const takeBack = registry.offer(cart);
  expect(names()).toEqual(['cart']);
  expect((await call(MODEL)).outcome).toEqual({ result: 1 });
  expect(() => registry.offer({ ...cart })).toThrow('already');
  takeBack();
  expect([names(), changes]).toEqual([[], 2]);
  expect((await call(MODEL)).outcome.error?.code).toBe('not_found');
  const later = { ...cart };
  registry.offer(later);
  takeBack();
  expect(names()).toEqual(['cart']);
});

it('take precedence over a tool of the same name, whichever came first', async () => {
  const { registry, cart } = await open();
  const { installer } = await registry.edit();
  await installer.importBundle(bundleOf('pack', draft(script({ name: 'cart' }))), 'user');
  const names = () => registry.list().map(({ name, builtin }) => [name, builtin]);
  expect(names()).toEqual([['cart', false]]);
  const takeBack = registry.offer(cart);
  expect(names()).toEqual([
    ['cart', true],
    ['pack__cart', false],
  ]);
  takeBack();
  expect(names()).toEqual([['cart', false]]);
});

it('ask each time a script calls a guarded one, and are told the caller', async () => {
  const { registry, approvals, callers, cart, call, answer } = await open({ guarded: true });
  registry.offer(cart);
  await call(MODEL);
  expect(callers).toEqual([MODEL]);
  for (const yes of [true, true, false]) {
    const called = call(SCRIPT);
    const { scopes, caller } = await answer(yes);
    expect(scopes).not.toContain('chat');
    expect(caller).toEqual(SCRIPT);
    expect((await called).outcome.error?.code).toBe(yes ? undefined : 'denied');
  }
  expect(callers).toEqual([MODEL, SCRIPT, SCRIPT]);
  expect(approvals.pending).toEqual([]);
});

it("ask where the page wants it, and an approval for the model's chat doesn't cover a script", async () => {
  const { registry, cart, call, answer, approvals } = await open({ approve: true, guarded: true });
  registry.offer(cart);
  const first = call(MODEL);
  const request = await expect
    .poll(() => approvals.pending)
    .toHaveLength(1)
    .then(() => approvals.pending[0]);
  approvals.approve(request?.id ?? '', request?.digest ?? '', 'chat');
  expect((await first).outcome.error).toBeUndefined();
  expect((await call(MODEL)).outcome.error).toBeUndefined();
  const byScript = call(SCRIPT);
  await answer(false);
  expect((await byScript).outcome.error?.code).toBe('denied');
});
