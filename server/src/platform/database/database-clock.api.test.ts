import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../test/world.ts';
import { DatabaseClock } from './database-clock.ts';

const DAY_MS = 86_400_000;
const log = pino({ level: 'silent' });

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const distance = (one: Date, other: number): number => Math.abs(one.getTime() - other);

test.each([DAY_MS, -DAY_MS])('a clock that is wrong by %d ms tells the time of the database', async (shift) => {
  const clock = new DatabaseClock({ log, wall: () => Date.now() + shift });
  const stop = await clock.follow(world.services.pool);
  expect(distance(clock.now(), Date.now())).toBeLessThan(1000);
  stop();
});

test('a clock that is set wrong while the process runs is noticed at once, and so is one that is set right', async () => {
  let shift = 0;
  const clock = new DatabaseClock({ log, wall: () => Date.now() + shift });
  const stop = await clock.follow(world.services.pool);
  shift = DAY_MS;
  expect(distance(clock.now(), Date.now())).toBeLessThan(1000);
  shift = 0;
  expect(distance(clock.now(), Date.now())).toBeLessThan(1000);
  stop();
});

test('a machine that is off by as little as one that keeps time is believed', async () => {
  const clock = new DatabaseClock({ log, wall: () => Date.now() + 2000 });
  const stop = await clock.follow(world.services.pool);
  expect(distance(clock.now(), Date.now() + 2000)).toBeLessThan(500);
  stop();
});

test('a database that does not answer leaves the clock as it was', async () => {
  const clock = new DatabaseClock({ log, wall: () => Date.now() + DAY_MS });
  const broken = { query: () => Promise.reject(new Error('away')) } as unknown as World['services']['pool'];
  const stop = await clock.follow(broken);
  expect(distance(clock.now(), Date.now() + DAY_MS)).toBeLessThan(1000);
  stop();
});
