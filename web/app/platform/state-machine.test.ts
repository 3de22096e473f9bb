import { expect, test, vi } from 'vitest';
import { createMachine, createStore } from './state-machine.ts';

test('a store tells of changes only, and of none after the listener has left', () => {
  const store = createStore(1);
  const listener = vi.fn();
  const leave = store.subscribe(listener);
  store.set(1);
  expect(listener).not.toHaveBeenCalled();
  store.set(2);
  leave();
  store.set(3);
  expect(listener).toHaveBeenCalledTimes(1);
  expect(store.state()).toBe(3);
});

test('a machine knows its new state before it performs the effects', () => {
  const seen: number[] = [];
  const machine = createMachine<number, number, 'look'>(
    (state, event) => ({ state: state + event, effects: ['look'] }),
    0,
    () => seen.push(machine.state()),
  );
  machine.send(2);
  machine.send(3);
  expect(seen).toEqual([2, 5]);
});
