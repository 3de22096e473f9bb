import { CASE_HOURS } from '@app/contract/trust/cases';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { type CaseDraft, openCase } from './open-case.public.ts';

const now = new Date('2026-11-22T12:00:00Z');
let world: World;
let person: Actor;

beforeAll(async () => {
  world = await createWorld();
  person = await world.user();
});

afterAll(() => world.close());

const draft = (change: Partial<CaseDraft> = {}): CaseDraft => ({
  kind: 'rule',
  object: 'ad:1',
  aboutUserId: person.id,
  reason: 'links',
  evidence: { title: 'Лодка', text: 'Надувная' },
  now,
  ...change,
});
const open = (change: Partial<CaseDraft> = {}) =>
  world.services.db.transaction().execute((tx) => openCase(tx, draft(change)));

test('signals about one thing gather in one case, however many come at once', async () => {
  const opened = await Promise.all(Array.from({ length: 20 }, () => open({ object: 'ad:7', weight: 0.5 })));
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
  const [{ id = 0 } = {}] = opened;
  const { rows } = await sql`select signals, weight, state from moderation_cases where id = ${id}`.execute(
    world.services.db,
  );
  expect(rows).toEqual([{ signals: 20, weight: 10, state: 'open' }]);
});

test('what came first keeps its evidence and its time', async () => {
  await open({ object: 'ad:8' });
  const later = new Date(now.getTime() + 3_600_000);
  await open({ object: 'ad:8', evidence: { title: 'Катер', text: '' }, now: later });
  const { rows } = await sql<{ due_at: Date; title: string }>`
    select due_at, evidence ->> 'title' as title from moderation_cases where object = 'ad:8'`.execute(
    world.services.db,
  );
  expect(rows).toEqual([{ due_at: new Date(now.getTime() + CASE_HOURS * 3_600_000), title: 'Лодка' }]);
});

test('a thing waits once for each kind, and again once it was decided', async () => {
  const first = await open({ object: 'ad:9' });
  const other = await open({ object: 'ad:9', kind: 'complaint' });
  expect(other.id).not.toBe(first.id);
  await sql`update moderation_cases set state = 'resolved', resolved_at = ${now} where id = ${first.id}`.execute(
    world.services.db,
  );
  const again = await open({ object: 'ad:9' });
  expect(again).toMatchObject({ weight: 1, isHidden: false });
  expect(again.id).not.toBe(first.id);
});
