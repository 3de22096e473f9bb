import { dice } from './dice.ts';

const WORDS =
  'любовь ночь дорога весна дождь город море лето ветер осень мечта танец огонь снег рассвет память берег звезда река сказка вальс туман гроза костёр якорь маяк пристань облако метель закат гитара поезд письмо фонарь причал журавли сирень полынь черёмуха ковыль';
const TRACKS_EACH = 20;

const word = (row: string, k: number): string =>
  `(string_to_array('${WORDS}', ' '))[1 + floor(${WORDS.split(' ').length} * power(${dice(row, k)}, 2))::int]`;

/** A playlist of each reader, who are the last of `$1` people, and of every twentieth of the others. */
export const insertMusic = (readers: number): string[] => [
  `insert into recordings (sha256, storage_key, mime, bytes, duration_ms)
   select 'site' || n, 'private/audio/' || n || '.bin', 'audio/mpeg', 5000000, 200000 from generate_series(1, $1::int / 2) n`,
  `insert into playlists (user_id, name, audience, track_count, duration_ms)
   select n, initcap(${word('n', 51)}) || ' и ' || ${word('n', 52)}, case when n % 3 = 0 then 'friends' else 'all' end,
     ${TRACKS_EACH}, ${TRACKS_EACH} * 200000
   from (select generate_series(1, $1::bigint - ${readers}, ${TRACKS_EACH}) n union all select generate_series($1::bigint - ${readers} + 1, $1)) owners`,
  `insert into tracks (playlist_id, user_id, recording_id, title, artist, position, audience)
   select p.id, p.user_id, 1 + (p.id * 7919 + k * 104729) % ($1::bigint / 2), initcap(${word('p.id * 100 + k', 53)}) || ' ' || ${word('p.id * 100 + k', 54)},
     initcap(${word('p.id * 100 + k', 55)}) || ' ' || (p.id + k) % 500, k, p.audience
   from playlists p cross join generate_series(0, ${TRACKS_EACH - 1}) k`,
];
