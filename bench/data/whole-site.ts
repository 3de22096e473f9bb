import type pg from 'pg';
import { INSERT_PEOPLE, PEOPLE_WORDS } from '../many-people.ts';
import { dice } from './dice.ts';
import { insertGeneratedAds } from './million-ads.ts';
import { removeIndexes } from './remove-indexes.ts';
import { insertMusic } from './site-music.ts';

export interface SiteSize {
  people: number;
  ads: number;
  chats: number;
}

/** About eleven and a half messages a conversation: 100,000 and 10,000,000. */
export const SMALL_SITE: SiteSize = { people: 10_000, ads: 10_000, chats: 9_000 };
export const LARGE_SITE: SiteSize = { people: 1_000_000, ads: 1_000_000, chats: 900_000 };

/** The people with the highest ids, who have as much of everything in a site of any size. */
export const READERS = 20;
export const READER = {
  friends: 100,
  follows: 100,
  ads: 25,
  chats: 60,
  longest: 1000,
  chatLength: 12,
  notifications: 40,
  messages: 1000 + 59 * 12,
};

const MESSAGES_MAX = 5000;
const EVENT_WEEKS = 2;

const PHRASES = `
  могу забрать сегодня вечером|ещё продаёте или уже нет|здравствуйте, меня интересует объявление|торг возможен при встрече
  |пришлите, пожалуйста, ещё фотографии|завтра после шести буду дома|адрес тот же, второй подъезд|договорились, до встречи
  |перевёл половину, остальное на месте|состояние хорошее, пользовались мало|лодка с мотором ещё свободна|коробка и чек сохранились
  |ребёнок вырос из коляски|доставку беру на себя|позвоните, когда подъедете|спасибо, всё получили|не подскажете размеры дивана
  |велосипед горный, двадцать одна скорость|на выходных едем на дачу|концерт перенесли на субботу|увидимся у входа в парк
  |привет, как дела|давно не виделись, заходите в гости|посмотри новые снимки с реки|напиши, как доберёшься|с днём рождения
  |сколько просите за гитару|отдам даром, только самовывоз|могу уступить немного|извините, уже забронировали`
  .split('|')
  .map((phrase) => phrase.trim());

/**
 * Fills a whole site: people with circles, sessions and presence, their ads, publications, music, conversations with
 * live events, and notifications. Rows of conversations lie in the order of their time, as they do where people write.
 * Everything follows from the numbers of the rows. Needs the right to disable triggers.
 */
export async function insertWholeSite(pool: pg.Pool, size: SiteSize): Promise<void> {
  await Promise.all([
    insertPeopleAndChats(pool, size),
    insertGeneratedAds(pool, size.ads, { owner: adOwner(size.people) }),
  ]);
}

/** What takes long is divided between some connections. */
const WORKERS = 4;

async function insertPeopleAndChats(pool: pg.Pool, { people, chats }: SiteSize): Promise<void> {
  const clients = await Promise.all(Array.from({ length: WORKERS }, () => pool.connect()));
  const [first] = clients;
  if (first === undefined) throw new Error('A site needs a connection');
  try {
    for (const client of clients) await client.query(FILLING);
    const indexes = await removeIndexes(first, TABLES);
    await first.query(INSERT_PEOPLE, [people, ...PEOPLE_WORDS]);
    await first.query(`select setval(pg_get_serial_sequence('users', 'id'), $1)`, [people]);
    for (const statement of [...OF_PEOPLE, ...insertMusic(READERS)]) await first.query(statement, [people]);
    await first.query(INSERT_CHATS, [people, chats]);
    for (const statement of DESCRIBE_CHATS) await first.query(statement);
    await Promise.all(clients.map((client, i) => client.query(insertMessages(i), [PHRASES])));
    await Promise.all(clients.map((client, i) => client.query(insertEvents(i))));
    await first.query(
      'insert into event_counters (user_id, seq) select user_id, max(seq) from user_events group by user_id',
    );
    await first.query('drop table conversation');
    await Promise.all(clients.map((client) => runAll(client, indexes)));
  } finally {
    for (const client of clients) client.release(true);
  }
}

async function runAll(client: pg.ClientBase, statements: string[]): Promise<void> {
  for (let statement = statements.pop(); statement !== undefined; statement = statements.pop())
    await client.query(statement);
}

const FILLING = `
  set session_replication_role = replica;
  set synchronous_commit = off;
  set work_mem = '256MB';
  set maintenance_work_mem = '512MB'`;

/** One seller in a thousand has hundreds of ads; the oldest ads belong to the readers. */
const adOwner = (people: number): string => `
  case when n <= ${READERS * READER.ads} then ${people} - n % ${READERS}
    else 1 + floor(${people - READERS} * power(${dice('n', 31)}, 2))::bigint end`;

const TABLES = [
  ...['users', 'friends', 'followers', 'publications', 'publication_places', 'notifications'],
  ...['recordings', 'playlists', 'tracks', 'chats', 'chat_members', 'user_events', 'messages'],
];

const BASE = `date_trunc('minute', now())`;
const reader = (r: string): string => `($1::bigint - ${r})`;
/** Somebody who is no reader, evenly spread over all people: the k-th of `of`, another one for each reader. */
const spread = (k: string, of: number, r: string): string =>
  `(1 + (($1::bigint - ${READERS}) * ${k} / ${of} + ${r} * 7) % ($1::bigint - ${READERS}))`;

/** Each person's friends stand at the same distances; nobody is their own friend or a friend twice. */
const DISTANCES = '{1, 7, 190, 1103, 4019}';

const OF_PEOPLE = [
  `insert into friends (user_id, friend_id, since, is_relative)
   select case side when 0 then a else b end, case side when 0 then b else a end,
     ${BASE} - (1 + (a * 31 + b) % 900) * interval '1 day', d = 1 and a % 3 = 0
   from generate_series(1, $1::bigint - ${READERS}) a cross join unnest('${DISTANCES}'::int[]) d
     cross join lateral (select 1 + (a - 1 + d) % ($1::bigint - ${READERS}) as b) other cross join generate_series(0, 1) side
   union all
   select case side when 0 then a else b end, case side when 0 then b else a end, ${BASE} - k * interval '1 day', k = 3
   from generate_series(0, ${READERS - 1}) r cross join generate_series(0, ${READER.friends - 1}) k
     cross join lateral (select ${reader('r')} as a, ${spread('k', READER.friends, 'r')} as b) pair cross join generate_series(0, 1) side`,
  `insert into followers (follower_id, person_id)
   select ${reader('r')}, ${spread('k', READER.follows, 'r + 3')} from generate_series(0, ${READERS - 1}) r, generate_series(0, ${READER.follows - 1}) k
   union all
   select n, 1 + (n - 1 + d * 577) % ($1::bigint - ${READERS}) from generate_series(1, $1::bigint - ${READERS}) n, generate_series(1, 3) d`,
  `insert into publications (user_id, description, audience, state, published_at, changed_at, tags)
   select 1 + floor(($1::bigint - ${READERS}) * power(${dice('n', 32)}, 2))::bigint,
     'Публикация ' || n || ': утром на реке туман, к обеду расходится. #волга', case when n % 20 = 0 then 'friends' else 'all' end,
     'published', ${BASE} - ($1::bigint - n) * (interval '1 year' / $1::bigint), ${BASE}, array['волга']
   from generate_series(1, $1::bigint) n`,
  `insert into publication_places (publish_id, city_id, published_at)
   select p.id, u.city_id, p.published_at from publications p join users u on u.id = p.user_id where u.city_id is not null and $1 > 0`,
  `insert into notifications (user_id, kind, actor_id, link, created_at, read_at)
   select n, 'friend_request', 1 + (n * 17) % $1::bigint, '/circle', ${BASE} - n % 80 * interval '1 day',
     case when n % 3 > 0 then ${BASE} end from generate_series(1, $1::bigint - ${READERS}) n
   union all
   select ${reader('r')}, 'friend_request', ${spread('k', READER.notifications, 'r')}, '/circle', ${BASE} - k * interval '1 hour', ${BASE}
   from generate_series(0, ${READERS - 1}) r, generate_series(0, ${READER.notifications - 1}) k`,
  `with session as (
     insert into sessions (user_id, token_family, created_at, last_seen_at, expires_at)
     select n, sha256(('family' || n)::bytea), ${BASE}, ${BASE}, ${BASE} + interval '30 days' from generate_series(1, $1::bigint) n
     returning id, created_at)
   insert into session_tokens (hash, session_id, created_at) select sha256(('token' || id)::bytea), id, created_at from session`,
  `with node as (
     insert into presence_nodes (node, alive_until) values ('00000000-0000-4000-8000-000000000000', 'infinity') returning node
   ), here as (
     insert into presences (user_id, node) select n, node from node, generate_series(1, $1::bigint, 20) n
   )
   insert into last_seen (user_id, at) select n, ${BASE} - n % 50000 * interval '1 minute' from generate_series(1, $1::bigint) n`,
  `update users set paid_until = ${BASE} + interval '1 year' where id > ${reader(String(READERS))}`,
];

/** Friends write to each other, and each reader to people of all kinds; a few conversations are long. */
const INSERT_CHATS = `
  insert into chats (low_id, high_id, last_seq, created_at)
  select least(a, b), greatest(a, b), length, ${BASE} - interval '2 years' from (
    select a, 1 + (a - 1 + case k % 2 when 0 then 1 else 7 end) % ($1::bigint - ${READERS}) as b,
      least(ceil(2.5 / power(${dice('k', 41)} + 1e-9, 0.8)), ${MESSAGES_MAX})::bigint as length
    from generate_series(0, $2::bigint - 1) k cross join lateral (select 1 + k % ($1::bigint - ${READERS}) as a) first
    union all
    select ${reader('r')}, ${spread('k', READER.chats, 'r')}, case k when 0 then ${READER.longest} else ${READER.chatLength} end
    from generate_series(0, ${READERS - 1}) r, generate_series(0, ${READER.chats - 1}) k
  ) pairs`;

/** Who of the two sent a message follows from its number. */
const SENDER = 'case (seq + chat_id) % 2 when 0 then low_id else high_id end';

const DESCRIBE_CHATS = [
  // Most were still spoken in lately; of one in three the last one to five messages are not read yet.
  `create unlogged table conversation as
   select id as chat_id, low_id, high_id, last_seq, ${BASE} - power(${dice('id', 42)}, 3) * interval '700 days' as last_at,
     interval '20 seconds' + power(${dice('id', 43)}, 4) * interval '12 hours' as pause,
     case when id % 3 = 0 then least(last_seq, 1 + id % 5) else 0 end as unread_seqs
   from chats`,
  `insert into chat_members (chat_id, user_id, other_id, shown_seq, shown_at, shown_count, delivered_seq, read_seq, unread, is_accepted)
   select chat_id, mine, case mine when low_id then high_id else low_id end, last_seq, last_at, last_seq, last_seq,
     last_seq - unread_seqs,
     (select count(*) from generate_series(last_seq - unread_seqs + 1, last_seq) seq where ${SENDER} <> mine), true
   from conversation cross join lateral unnest(array[low_id, high_id]) mine`,
  // The weeks that have gone by since, named as add_user_event_weeks does.
  `do $$
   declare
     monday timestamp;
   begin
     for monday in select date_trunc('week', now() at time zone 'UTC') - k * interval '1 week' from generate_series(1, ${EVENT_WEEKS}) k loop
       execute format('create table %I partition of user_events for values from (%L) to (%L)',
         'user_events_' || to_char(monday, 'YYYYMMDD'), monday at time zone 'UTC', (monday + interval '1 week') at time zone 'UTC');
     end loop;
   end $$`,
];

/** Texts are two phrases each, whose words for search are known; one message in ten names a number of its own. */
const insertMessages = (worker: number): string => `
  insert into messages (chat_id, seq, sender_id, client_key, content, created_at, search)
  with phrases as materialized (
    select k, phrase, to_tsvector('russian', search_normalize(phrase)) || to_tsvector('simple', search_normalize(phrase)) as words
    from unnest($1::text[]) with ordinality as given (phrase, k)
  ), texts as materialized (
    select (a.k - 1) * ${PHRASES.length} + b.k - 1 as k, a.phrase || '. ' || b.phrase as content, a.words || b.words as words
    from phrases a, phrases b
  )
  select chat_id, seq, sender_id, gen_random_uuid(), texts.content || case when rare then '. Заказ ' || number else '' end, created_at,
    texts.words || array_to_tsvector(array['@' || low_id, '@' || high_id, '&' || sender_id]
      || case when rare then array['заказ', number] else '{}' end)
  from (
    select chat_id, low_id, high_id, seq, ${SENDER} as sender_id, last_at - (last_seq - seq) * pause as created_at,
      (hashint8extended(chat_id, 44) # hashint8extended(seq, 45)) & 2147483647 as random,
      seq % 10 = 3 as rare, (chat_id * 5003 + seq)::text as number
    from conversation cross join lateral generate_series(1, last_seq) seq
    where chat_id % ${WORKERS} = ${worker}
    order by created_at
  ) spoken join texts on texts.k = random % ${PHRASES.length ** 2}
  order by created_at`;

const insertEvents = (worker: number): string => `
  insert into user_events (user_id, seq, event, created_at)
  select user_id, row_number() over (partition by user_id order by id),
    jsonb_build_object('type', 'chat_message', 'user_id', other_id, 'id', id), created_at
  from (
    select m.id, m.created_at, me.user_id, me.other_id from messages m join chat_members me on me.chat_id = m.chat_id
    where m.created_at > date_trunc('week', now()) - interval '${EVENT_WEEKS} weeks' and me.user_id % ${WORKERS} = ${worker}
  ) told`;
