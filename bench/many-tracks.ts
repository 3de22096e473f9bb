import type pg from 'pg';
import { dice } from './data/dice.ts';

export const LISTENERS = 20_000;
const PLAYLISTS = 100_000;
export const TRACKS = 1_000_000;
const RECORDINGS = 250_000;

/** Words of track titles and artists, from the most common to the rarest, with their cumulative shares. */
const WORDS =
  'любовь ночь дорога весна дождь город море лето ветер осень мечта танец огонь снег рассвет память берег звезда река сказка вальс туман гроза костёр якорь маяк пристань облако метель закат гитара поезд письмо фонарь причал журавли сирень полынь черёмуха ковыль';
const ARTISTS =
  'Заря Полюс Маяк Северный Ветер Вечерний Город Тихая Гавань Баян Ковёр Аэростат Лунный Кот Сахар Бродяга Комета Янтарь Лесник Октава Фонари Дельта Пилигрим';

const pick = (list: string, row: string, k: number): string =>
  `(${list})[1 + floor(array_length(${list}, 1) * power(${dice(row, k)}, 2))::int]`;

/**
 * Inserts a million tracks in a hundred thousand playlists, deterministically. The search index is created at the end,
 * as in a restore. Needs the right to disable triggers.
 */
export async function insertManyTracks(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica; set local synchronous_commit = off');
    const { rows } = await client.query<{ indexdef: string }>(
      `select indexdef from pg_indexes where indexname in ('tracks_search', 'playlists_search')`,
    );
    await client.query('drop index tracks_search, playlists_search');
    for (const [statement, ...values] of STATEMENTS) await client.query(statement, values);
    for (const { indexdef } of rows) await client.query(indexdef);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

const AUDIENCE = (row: string): string =>
  `case when ${row} % 20 = 0 then 'friends' when ${row} % 33 = 0 then 'me' else 'all' end`;

const STATEMENTS: readonly (readonly [string, ...(number | string)[]])[] = [
  [
    `insert into users (id, login, password_hash, firstname, lastname, email, phone, referral_code, status, registered_at)
     overriding system value
     select n, 'listener' || n, 'x', 'Проба', 'Пробин', 'listener' || n || '@example.com', '+7900' || lpad(n::text, 7, '0'),
       'M' || translate(lpad(n::text, 7, '0'), '01', 'XY'), 'active', now()
     from generate_series(1, $1::int) as n`,
    LISTENERS,
  ],
  [
    `insert into recordings (id, sha256, storage_key, mime, bytes, duration_ms)
     overriding system value
     select n, 'bench' || n, 'private/audio/' || n || '.bin', 'audio/mpeg', 5000000, 200000 from generate_series(1, $1::int) as n`,
    RECORDINGS,
  ],
  [
    `insert into playlists (id, user_id, name, audience, track_count, duration_ms)
     overriding system value
     select n, 1 + n % ($2::int - 1), initcap(${pick('words.list', 'n', 1)}) || ' и ' || ${pick('words.list', 'n', 2)},
       ${AUDIENCE('n')}, 10, 2000000
     from generate_series(1, $1::int) as n, (select string_to_array($3::text, ' ') as list) words`,
    PLAYLISTS,
    LISTENERS,
    WORDS,
  ],
  [
    `insert into tracks (id, playlist_id, user_id, recording_id, title, artist, position, audience)
     overriding system value
     select n, 1 + n % $2::int, 1 + (1 + n % $2::int) % ($3::int - 1), 1 + (n * 7 + n / $2::int * 13) % $4::int,
       initcap(${pick('words.list', 'n', 1)}) || ' ' || ${pick('words.list', 'n', 2)} || case when n % 3 = 0 then ' (Песня)' else '' end,
       ${pick('names.list', 'n', 3)} || ' ' || 1 + (n % 5000), n / $2::int,
       ${AUDIENCE('(1 + n % $2::int)')}
     from generate_series(1, $1::int) as n, (select string_to_array($5::text, ' ') as list) words,
       (select string_to_array($6::text, ' ') as list) names`,
    TRACKS,
    PLAYLISTS,
    LISTENERS,
    RECORDINGS,
    WORDS,
    ARTISTS,
  ],
];

export const MUSIC_SEARCHES: readonly string[] = [
  'песня',
  'любовь',
  'ночь',
  'весна',
  'лето',
  'мечта',
  'огонь',
  'маяк',
  'закат',
  'журавли',
  'ковыль',
  'полынь',
  'ночи',
  'дорогами',
  'любовь весна',
  'ночь дождь',
  'журавли ковыль',
  'полынь сирень песня',
  'заря',
  'пилигрим',
  'пилигрим ковыль',
  'дельта 4999',
  'полюс 7 ночь',
  'люб',
  'журав',
  'заря ноч',
  'пили',
  'Заря 17',
  'сирени',
  'вальс',
  'якорь',
  'туман гроза',
  'костёр',
  'костер',
  'фонарь',
  'причал поезд',
  'метель письмо',
  'баян',
  'ковёр',
  'слон',
];
