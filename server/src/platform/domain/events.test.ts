import { afterEach, expect, expectTypeOf, test } from 'vitest';
import type { Tx } from '../database/tables.ts';
import { type Domain, type Listener, registerDomains } from './domain.ts';
import { emit } from './events.ts';
import type { Services } from './services.ts';

const services = {} as Services;
const tx = {} as Tx;
const calls: string[] = [];

const listening = (name: string, listener?: Listener<'user.activated'>): Domain => ({
  name,
  on: { 'user.activated': listener ?? (async () => void calls.push(name)) },
});

afterEach(() => {
  calls.length = 0;
  registerDomains([]);
});

test('listeners run one after another, in the order of the list of domains', async () => {
  const slow: Listener<'user.activated'> = async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    calls.push('slow');
  };
  registerDomains([{ name: 'deaf' }, listening('slow', slow), listening('second'), listening('third')]);
  await emit(services, tx, { type: 'user.activated', userId: 5 });
  expect(calls).toEqual(['slow', 'second', 'third']);
});

test('a listener gets the services, the transaction and the event of its own type only', async () => {
  const received: unknown[] = [];
  registerDomains([
    { name: 'other', on: { 'user.frozen': async () => void received.push('frozen') } },
    listening('own', async (...parameters) => void received.push(...parameters)),
  ]);
  await emit(services, tx, { type: 'user.activated', userId: 5 });
  expect(received).toEqual([services, tx, { type: 'user.activated', userId: 5 }]);
  expect(received[1]).toBe(tx);
});

test('a listener that fails ends the event with its error, and the later ones do not run', async () => {
  const failing = listening('failing', () => Promise.reject(new Error('no')));
  registerDomains([listening('first'), failing, listening('last')]);
  await expect(emit(services, tx, { type: 'user.activated', userId: 5 })).rejects.toThrow('no');
  expect(calls).toEqual(['first']);
});

test('without a list of domains an event is a mistake', async () => {
  await expect(emit(services, tx, { type: 'user.activated', userId: 5 })).rejects.toThrow('no domains are registered');
});

test('the type of an event decides what it carries', () => {
  expectTypeOf<Parameters<Listener<'user.visibilityChanged'>>[2]>().toMatchObjectType<{
    type: 'user.visibilityChanged';
    userId: number;
    isHidden: boolean;
  }>();
  expectTypeOf(emit<'user.activated'>)
    .parameter(2)
    .toMatchObjectType<{ type: 'user.activated'; userId: number }>();
});
