import { expect, test } from 'vitest';
import { partOfServices } from './part-of-services.ts';
import type { Services } from './services.ts';

const newServices = () => ({ db: {} as Services['db'] });

test('a part is created once for the services of a process, also for a copy of them', () => {
  let created = 0;
  const counterOf = partOfServices(() => {
    created += 1;
    return { number: created };
  });
  const [one, other] = [newServices(), newServices()];
  expect(created).toBe(0);
  expect(counterOf(one)).toBe(counterOf({ ...one }));
  expect(counterOf(other)).toEqual({ number: 2 });
  expect(created).toBe(2);
});

test('another part takes the place of the first in one process only', () => {
  const nameOf = partOfServices(() => 'first');
  const [one, other] = [newServices(), newServices()];
  nameOf.replace(one, 'second');
  expect([nameOf(one), nameOf(other)]).toEqual(['second', 'first']);
});
