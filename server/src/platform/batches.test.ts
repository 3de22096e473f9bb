import { expect, test } from 'vitest';
import { createBatcher } from './batches.ts';

function doubling({ max = 100, atOnce = 1 } = {}) {
  const batches: number[][] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const ask = createBatcher(
    async (numbers: readonly number[]) => {
      const gate = Promise.withResolvers<void>();
      batches.push([...numbers]);
      gates.push(gate);
      await gate.promise;
      return numbers.map((n) => n * 2);
    },
    { max, atOnce },
  );
  return { ask, batches, gates };
}

test('what is asked in one turn goes together, and everybody gets their own answer', async () => {
  const { ask, batches, gates } = doubling();
  const answers = Promise.all([ask(1), ask(2), ask(3)]);
  await expect.poll(() => gates.length).toBe(1);
  gates[0]?.resolve();
  expect(await answers).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test('what is asked while others are being answered goes together afterwards', async () => {
  const { ask, batches, gates } = doubling();
  const first = ask(1);
  await expect.poll(() => gates.length).toBe(1);
  const second = ask(2);
  await new Promise((resolve) => setImmediate(resolve));
  const third = ask(3);
  gates[0]?.resolve();
  expect(await first).toBe(2);
  await expect.poll(() => gates.length).toBe(2);
  gates[1]?.resolve();
  expect(await Promise.all([second, third])).toEqual([4, 6]);
  expect(batches).toEqual([[1], [2, 3]]);
});

test('a batch is no longer than it may be, and no more are under way than may be', async () => {
  const { ask, batches, gates } = doubling({ max: 2, atOnce: 2 });
  const answers = Promise.all([1, 2, 3, 4, 5].map(ask));
  await expect.poll(() => gates.length).toBe(2);
  gates[0]?.resolve();
  await expect.poll(() => gates.length).toBe(3);
  for (const gate of gates) gate.resolve();
  expect(await answers).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

test('a failure is everybody’s of that batch and nobody’s of the next one', async () => {
  let isBroken = true;
  const ask = createBatcher(
    async (numbers: readonly number[]) => {
      if (isBroken) throw new Error('broken');
      return numbers;
    },
    { max: 10 },
  );
  const outcome = await Promise.allSettled([ask(1), ask(2)]);
  expect(outcome.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  expect(await ask(3)).toBe(3);
});
