import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../test/database.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');
const RENAMES = '0050_rename_to_glossary.sql';
const log = pino({ level: 'silent' });

/** Rows of every renamed table and column, under the names before the migration. */
const OLD_ROWS = `
  insert into users (login, email, firstname, lastname, referral_code, password_hash, status)
    select 'user' || n, n || '@example.com', 'Имя', 'Фамилия', 'ABCD' || n + 1, '', 'active' from generate_series(1, 2) n;
  insert into sessions (user_id, chain_key, created_at, last_seen_at, expires_at, proved_at)
    values (1, '\\x01', now(), now(), now(), now());
  insert into friends (user_id, friend_id, since, is_kith, is_away) values (1, 2, now(), true, true), (2, 1, now(), false, false);
  insert into followers (follower_id, person_id, lettered_at) values (1, 2, now());
  insert into hidden_words (user_id, word, places, until) values (1, 'Ёлка', '{ads}', now());
  insert into second_step_resets (user_id, asked_at, due_at) values (1, now(), now());
  insert into letter_stops (user_id, kind) values (1, 'digest');
  insert into stranger_firsts (sender_id, stranger_id) values (1, 2);

  insert into categories (name_en, name_native, position, search_names) values ('Boats', 'Лодки', 1, '');
  insert into category_attributes (category_id, name, folded, kind, position) values (1, 'Цвет', 'цвет', 'choice', 1);
  insert into attribute_choices (attribute_id, name, folded, position) values (1, 'Белый', 'белый', 1);
  insert into ads (owner_id, title, description, category_id, held_word)
    values (1, 'Зелёная лодка', 'Весло', 1, 'весло');
  insert into ad_announcements (ad_id, told_up_to) values (1, 2);
  insert into favorites (user_id, ad_id, lettered_at) values (2, 1, now());
  insert into favorite_news (ad_id, kind, price, told_up_to) values (1, 'price_drop', 1, 2);
  insert into favorite_memories (ad_id, owner_id, title, price_roubles) values (1, 1, 'Лодка', 1);
  insert into saved_searches (user_id, filters, fingerprint) values (1, '{}', '');
  insert into saved_search_matches (search_id, ad_id, in_letter) values (1, 1, true);
  insert into saved_search_letters (user_id) values (1);
  update promotion_tariffs set promised_views = 7;
  insert into promotions (user_id, ad_title, kind, days, price_kopecks, promised_views, starts_at, ends_at, away_since, away_ms)
    values (1, 'Лодка', 'raise', 1, 1, 7, now(), now() + interval '1 day', now(), 5);

  insert into chats (low_id, high_id, last_seq) values (1, 2, 1);
  insert into chat_members (chat_id, user_id, other_id, is_accepted, unread) values (1, 1, 2, true, 0), (1, 2, 1, true, 1);
  insert into messages (chat_id, seq, sender_id, content, carries) values (1, 1, 1, 'Привет', '{photo}');
  insert into calls (room_id, due_at) values ('aaaaaaaaaaaaaaaaaaaaaa', now());
  insert into call_people (call_id, user_id, state, noted_rings, here_until, was_in, talked_ms)
    values (1, 1, 'left', 3, now(), true, 9);

  insert into publications (user_id) values (1);
  insert into publication_announcements (publish_id, created_at, told_up_to) values (1, now(), 2);
  insert into feed_marks (user_id, published_at, publish_id, marked_at) values (1, now(), 1, now());
  insert into post_files (kind, storage_key, sha256, bytes, made_key, made_bytes) values ('video', 'a', 'b', 1, 'made', 4);
  insert into media_images (kind, base_key, width, height, thumbhash, widths, bytes, sha256, print)
    values ('photo', 'a', 1, 1, '', '{1}', 1, '', 5::bit(64));
  insert into streams (id, user_id, theme, audience, source, state, due_at)
    values (100000000000000, 1, 'Тема', 'all', 'browser', 'live', now());
  insert into stream_announcements (stream_id, told_up_to) values (100000000000000, 2);
  insert into stream_writers (stream_id, user_id, said_at) values (100000000000000, 1, now());
  insert into stream_recordings (stream_id, room_id, owner_id, keeps)
    values (100000000000000, 'room', 1, true);
  insert into stream_segments (recording_id, session, position, start_ms, duration_ms, codec, width, height, bytes, storage_key)
    values (1, 1, 1, 0, 1, 'vp8', 1, 1, 1, 'segment');

  insert into payments (user_id, amount_kopecks, provider, description, customer_email, return_url)
    values (1, 100, 'sandbox', '', '', '');
  insert into payment_notices (payment_id, provider, object_id, event) values (1, 'sandbox', 'a', 'b');
  insert into gifts (user_id, what, amount, reason, given_by) values (1, 'roubles', 1, 'Так', 2);
  insert into ledger_accounts (id, code, user_id, purse)
    overriding system value values (101, 'balance:1', 1, 'balance'), (102, 'test', null, null);
  insert into ledger_transactions (kind, user_id, gift_id) values ('gift', 1, 1);
  insert into ledger_entries (transaction_id, account_id, amount_kopecks) values (1, 101, -300), (1, 102, 300);

  insert into measures (user_id, kind, rule, reason, created_at)
    values (1, 'warn', 'a', 'b', now());
  insert into measure_days (user_id, day, count) values (1, '2026-11-22', 2);
  insert into waves (staff_id, shared, value, reason, total, created_at)
    values (2, 'host', 'a', 'b', 1, now());
  insert into wave_accounts (wave_id, user_id, measure_id) values (1, 1, 1);
  insert into moderation_cases (kind, object, opened_at, due_at, not_for) values ('hold', 'ad:1', now(), now(), 2);
  insert into stop_words (word, reason, query) values ('весло', 'Нельзя', stop_word_query('весло'));
  insert into bad_pictures (print) values (5::bit(64));
  insert into content_traces (object, kind, user_id, at, text, search, network, prints)
    values ('ad:1', 'ad', 1, now(), '', '', '', array[5::bit(64)]);
  insert into feature_switches (feature, is_on, changed_at, changed_by) values ('ads', false, now(), 2);
  insert into daily_figures (day, name, value, counted_at) values ('2026-11-22', 'ads', 3, now());`;

const sql = readFileSync(path.join(MIGRATIONS, RENAMES), 'utf8');
const newTableOf = new Map(pairs(/^ {4}\('(\w+)', '(\w+)'\)/gm));
const oldTableOf = new Map([...newTableOf].map(([old, renamed]) => [renamed, old]));
const columns = [...sql.matchAll(/^ {4}\('(\w+)', '(\w+)', '(\w+)'\)/gm)].map(
  ([, table = '', old = '', renamed = '']) => ({
    table,
    old,
    renamed,
  }),
);
/** Renamed tables and tables with renamed columns, by the names after the migration. */
const tables = [...new Set([...newTableOf.values(), ...columns.map(({ table }) => table)])];

function pairs(pattern: RegExp): [string, string][] {
  return [...sql.matchAll(pattern)].map(([, old = '', renamed = '']) => [old, renamed]);
}

let database: TestDatabase;
let before: Record<string, Row[]>;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrate(database.pool, MIGRATIONS, log, { upTo: '0049_waves.sql' });
  await database.pool.query(OLD_ROWS);
  before = await readTables((table) => oldTableOf.get(table) ?? table);
  // Later migrations add columns.
  await migrate(database.pool, MIGRATIONS, log, { upTo: '0051_rename_jobs.sql' });
});
afterAll(() => database.drop());

type Row = Record<string, unknown>;

async function readTables(nameOf: (table: string) => string): Promise<Record<string, Row[]>> {
  const read: Record<string, Row[]> = {};
  for (const table of tables) read[table] = await rowsOf(`select * from ${nameOf(table)} t order by t::text`);
  return read;
}

async function rowsOf(query: string): Promise<Row[]> {
  return (await database.pool.query<Row>(query)).rows;
}

test('every renamed table and column is filled before the migration', () => {
  expect(newTableOf.size).toBe(22);
  expect(columns.length).toBe(39);
  expect(tables.filter((table) => before[table]?.length === 0)).toEqual([]);
  const unset = columns.filter(
    ({ table, old }) => !before[table]?.some((row) => row[old] !== null && row[old] !== undefined),
  );
  expect(unset).toEqual([]);
});

test('every row is there under the new names', async () => {
  const renamedKeys = (table: string) => {
    const names = new Map(columns.filter((column) => column.table === table).map(({ old, renamed }) => [old, renamed]));
    return (row: Row): Row =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [names.get(key) ?? key, value]));
  };
  const expected = Object.fromEntries(tables.map((table) => [table, before[table]?.map(renamedKeys(table))]));
  expect(await readTables((table) => table)).toEqual(expected);
});

test('no function, constraint, index or sequence has an old name', async () => {
  const words = [
    ...newTableOf.keys(),
    ...columns.map(({ old }) => old),
    ...pairs(/^alter function (\w+) rename to (\w+)/gm).map(([old]) => old),
  ];
  const bodies = await rowsOf(`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc ~ '\\m(${words.join('|')})\\M'`);
  expect(bodies).toEqual([]);
  const parts = await rowsOf(`
    select conname as name from pg_constraint where connamespace = 'public'::regnamespace
      and conname ~ '^(${[...newTableOf.keys()].join('|')})_'
    union all
    select relname from pg_class where relnamespace = 'public'::regnamespace
      and relname ~ '^(${[...newTableOf.keys()].join('|')})_'`);
  expect(parts).toEqual([]);
});

test('a ledger entry changes the balance', async () => {
  await database.pool.query(`
    with added as (insert into ledger_transactions (kind, user_id) values ('gift', 1) returning id)
    insert into ledger_entries (transaction_id, account_id, amount_kopecks)
      select id, account, amount from added, (values (101, -50), (102, 50)) as entries (account, amount)`);
  expect(await rowsOf('select balance_kopecks from ledger_accounts where id = 101')).toEqual([
    { balance_kopecks: 350 },
  ]);
});

test('a message is stored with its kinds, found by its text, read, and each is an event', async () => {
  const [sent] = await rowsOf(`
    select sender_event_seq, receiver_event_seq from send_plain_messages(
      '{1}', '{2}', array[null]::uuid[], '{Зелёный лес}', '{true}', '{false}', now(), 'push-message', 8, '1 second', false)`);
  expect(sent).toEqual({ sender_event_seq: 1, receiver_event_seq: 1 });
  expect(
    await rowsOf(`
      select content_kinds, search @@ '#link'::tsquery as by_kind, search @@ to_tsquery('simple', 'зеленый') as by_text
      from messages where seq = 2`),
  ).toEqual([{ content_kinds: ['link'], by_kind: true, by_text: true }]);
  expect(
    await rowsOf(`select recipient_ids, event_seqs from update_chat_receipts('{2}', '{1}', '{2}', '{true}', false)`),
  ).toEqual([{ recipient_ids: ['2', '1'], event_seqs: ['2', '2'] }]);
  expect(await rowsOf(`select event ->> 'type' as type from user_events where user_id = 1 order by seq`)).toEqual([
    { type: 'chat_message' },
    { type: 'chat_marks' },
  ]);
});

test('texts are normalized, and changes of ads are counted and searchable', async () => {
  await database.pool.query(`
    insert into ads (owner_id, title, description, category_id)
      values (1, 'Зелёный якорь', 'Тяжёлый', 1);
    insert into ad_photos (ad_id, image_id, position) select 2, id, 1 from media_images`);
  expect(await rowsOf('select ads_apply_count_deltas() as ads, search_apply_changes(100) as words')).toEqual([
    { ads: 2, words: 2 },
  ]);
  expect(await rowsOf('select public from ad_counts where category_id = 1')).toEqual([{ public: 2 }]);
  expect(
    await rowsOf(
      `select has_photo, search @@ to_tsquery('russian', 'зеленый & тяжелый') as is_found from ads where id = 2`,
    ),
  ).toEqual([{ has_photo: true, is_found: true }]);
  expect(await rowsOf(`select normalized from muted_words`)).toEqual([{ normalized: 'елка' }]);
  expect(await rowsOf(`select numnode(blocklist_word_query('тяжёлый')) as nodes`)).toEqual([{ nodes: 3 }]);
});
