import path from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createEmptyDatabase } from '../../../test/database.ts';
import { migrate } from '../database/migrate.ts';
import { listMissedEvents, rotateUserEvents } from './user-events.queries.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');
const DAY_MS = 86_400_000;
const log = pino({ level: 'silent' });

test('events of before the weeks are read and numbered on, and are deleted by their age', async () => {
  const { pool, db, drop } = await createEmptyDatabase();
  const emit = (text: string) =>
    pool.query('select event_seq from emit_user_events(array[7]::bigint[], array[$1]::jsonb[], false)', [
      JSON.stringify({ text }),
    ]);
  const texts = async () => (await listMissedEvents(pool, 7, 0, 10)).events.map(({ event }) => event);
  await migrate(pool, MIGRATIONS, log, { upTo: '0089_sessions_updated_in_place.sql' });
  await emit('old');
  await emit('recent');
  await pool.query(`update user_events set created_at = now() - interval '31 days' where seq = 1`);

  await migrate(pool, MIGRATIONS, log);
  await emit('new');
  expect(await texts()).toEqual([{ text: 'old' }, { text: 'recent' }, { text: 'new' }]);
  expect((await listMissedEvents(pool, 7, 0, 10)).head).toBe(3);
  await rotateUserEvents(db, new Date(Date.now() - 30 * DAY_MS));
  expect(await texts()).toEqual([{ text: 'recent' }, { text: 'new' }]);
  await rotateUserEvents(db, new Date(Date.now() + DAY_MS));
  expect(await texts()).toEqual([]);
  await drop();
});
