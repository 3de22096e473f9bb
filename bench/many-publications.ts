import type pg from 'pg';
import { dice } from './data/dice.ts';

export const AUTHORS = 100_000;
export const PUBLICATIONS = 1_000_000;
export const SUBSCRIPTIONS = 5000;
export const FEW_SUBSCRIPTIONS = 50;
const ILLUSTRATED = 50_000;

/**
 * Inserts publications of a hundred thousand users, unevenly distributed and deterministic; one reader follows five
 * thousand of them and another fifty. Needs the right to disable triggers.
 */
export async function insertManyPublications(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica; set local synchronous_commit = off');
    for (const [statement, ...values] of STATEMENTS) await client.query(statement, values);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

const STATEMENTS: readonly (readonly [string, ...number[]])[] = [
  [
    `insert into users (id, login, password_hash, firstname, lastname, email, phone, referral_code, status, registered_at)
     overriding system value
     select n, 'author' || n, 'x', 'Проба', 'Пробин', 'author' || n || '@example.com', '+7900' || lpad(n::text, 7, '0'),
       'P' || translate(lpad(n::text, 7, '0'), '01', 'XY'), 'active', now()
     from generate_series(1, $1::int) as n`,
    AUTHORS,
  ],
  [
    `insert into publications (id, user_id, description, audience, state, published_at, changed_at, like_count, tags)
     overriding system value
     select n, 1 + floor(($2::int - 2) * power(${dice('n', 1)}, 2))::int,
       'Публикация ' || n || ': утром на реке туман, к обеду расходится. #волга',
       case when n % 20 = 0 then 'friends' else 'all' end, 'published',
       timestamptz '2026-01-01 12:00+00' - ($1::int - n) * interval '20 seconds', timestamptz '2026-01-01 12:00+00',
       (n % 7)::int, array['волга']
     from generate_series(1, $1::int) as n`,
    PUBLICATIONS,
    AUTHORS,
  ],
  [
    `insert into followers (follower_id, person_id)
     select $1::int, 1 + k * 19 from generate_series(0, $2::int - 1) k
     union all select $1::int - 1, 3 + k * 997 from generate_series(0, $3::int - 1) k`,
    AUTHORS,
    SUBSCRIPTIONS,
    FEW_SUBSCRIPTIONS,
  ],
  [
    `insert into friends (user_id, friend_id, since)
     select case side when 0 then $1::int else 1 + k * 190 end, case side when 0 then 1 + k * 190 else $1::int end,
       timestamptz '2025-01-01' from generate_series(0, 99) k, generate_series(0, 1) side`,
    AUTHORS,
  ],
  [
    `insert into post_files (owner_id, publish_id, kind, storage_key, widths, sha256, bytes, width, height, state)
     select user_id, id, 'photo', 'private/posts/ab/cd/' || id, '{400,800,1600}', md5(id::text), 300000, 1600, 1200, 'claimed'
     from publications where id > $1::int - $2::int`,
    PUBLICATIONS,
    ILLUSTRATED,
  ],
  [
    `insert into publication_likes (publish_id, user_id)
     select id, 1 + (id * 7) % 90000 from publications where id > $1::int - $2::int`,
    PUBLICATIONS,
    ILLUSTRATED,
  ],
];
