import type { chatApi } from '@app/contract/messaging/chat';
import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import { findTimeZone, instantOf, MOSCOW } from '@app/contract/platform/time-zones';
import type pg from 'pg';
import type { Services } from '../../../platform/domain/services.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { otherLayout } from '../../../platform/search/keyboards.ts';
import { type SearchTerms, searchWords, termsOf } from '../../../platform/search/parse-search.ts';
import { otherAlphabet } from '../../../platform/search/transliterate.ts';
import { presentChats } from '../list/present-chats.ts';
import { presentMessages } from './present-messages.ts';

type Query = QueryOf<typeof chatApi.search>;
type MessageSearchResult = ResponseOf<typeof chatApi.search>;

const FOUND_MAX = 1000;

/** Days are those of the reader; Moscow days without a known zone. */
const findZone = (name = ''): string => findTimeZone(name) ?? MOSCOW;

export async function searchMessages(
  services: Services,
  viewer: SignedInViewer,
  query: Query,
): Promise<MessageSearchResult> {
  const words = searchWords(query.search ?? '');
  if (words.length === 0 && query.kind === undefined && query.since === undefined && query.until === undefined)
    return { list: [], total: 0 };
  let found: MatchedPage = { page: [], total: 0 };
  for (const terms of [termsOf(words.map((word) => [word])), ...otherReadings(query.search ?? '')]) {
    found = await findPage(services.pool, viewer.userId, query, terms);
    if (found.total > 0 || terms === undefined) break;
  }
  const { page, total } = found;
  const [messages, ends] = await Promise.all([
    presentMessages(
      services,
      viewer,
      page.map(({ id }) => id),
    ),
    presentChats(
      services,
      viewer,
      page.map(({ other_id }) => other_id),
    ),
  ]);
  const list = page.flatMap(({ id, other_id }) => {
    const message = messages.get(id);
    const chat = ends.get(other_id);
    return message === undefined || chat === undefined ? [] : [{ message, user: chat.user }];
  });
  return { list, total };
}

/** Returns alternative readings of words without results: other keyboard layout, other alphabet. */
function otherReadings(typed: string): SearchTerms[] {
  const layout = searchWords(otherLayout(typed) ?? '').map((word) => [word]);
  const words = searchWords(typed.replaceAll(/['’`]/g, ''));
  const alphabets = words.map((word) => [word, ...otherAlphabet(word)]);
  const readings = [layout, alphabets.some((place) => place.length > 1) ? alphabets : []];
  return readings.flatMap((places) => termsOf(places) ?? []);
}

interface MatchedMessage {
  id: number;
  other_id: number;
}

interface MatchedPage {
  page: MatchedMessage[];
  total: number;
}

/** Limit of matches to sort; more frequent words are searched from the newest message backwards. */
const ORDERED_MAX = 3 * FOUND_MAX;

/** Forces the word index, so that the cost depends on the user's own messages only. */
const BY_WORDS = 'set local enable_seqscan = off; set local enable_indexscan = off';
/** Forces a scan of each chat backwards from its end. */
const BACKWARDS = 'set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off';

/**
 * Up to this many own messages, each is compared with the words. The word index would read all messages of everybody with
 * the beginning of the last word.
 */
const COMPARED_MAX = 5000;

async function findPage(
  pool: pg.Pool,
  userId: number,
  query: Query,
  terms: SearchTerms | undefined,
): Promise<MatchedPage> {
  const isCompared = (await countMessages(pool, userId, query.user_id)) <= COMPARED_MAX;
  const { values, messages, dialogs, shape } = buildConditions(userId, query, terms, isCompared);
  const rows = await queryBounded<{ seen: number; id: number | null; other_id: number }>(pool, BY_WORDS, {
    name: `chat-search-${shape}`,
    text: `
      with found as materialized (select m.id, m.chat_id, m.seq from messages m where ${messages} limit ${ORDERED_MAX + 1})
      select (select count(*) from found) as seen, shown.id, shown.other_id
      from (select) once left join lateral (
        select m.id, me.other_id from found m join chat_members me on me.chat_id = m.chat_id and ${dialogs}
        where ${IS_SHOWN} order by m.id desc limit ${FOUND_MAX}) shown on true`,
    values,
  });
  const from = (query.page - 1) * query.size;
  const until = Math.min(from + query.size, FOUND_MAX);
  if ((rows[0]?.seen ?? 0) <= ORDERED_MAX) {
    const shown = rows.flatMap(({ id, other_id }) => (id === null ? [] : [{ id, other_id }]));
    return { page: shown.toSorted((a, b) => b.id - a.id).slice(from, until), total: shown.length };
  }
  const newest = await queryBounded<MatchedMessage>(pool, BACKWARDS, {
    text: `
      select m.id, me.other_id from chat_members me cross join lateral (
        select m.id from messages m
        where m.chat_id = me.chat_id and ${messages} and ${IS_SHOWN} order by m.seq desc limit ${until}) m
      where ${dialogs} and me.shown_at is not null order by m.id desc limit ${until}`,
    values,
  });
  return { page: newest.slice(from), total: FOUND_MAX };
}

async function countMessages(pool: pg.Pool, userId: number, otherId: Query['user_id']): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'chat-search-own',
    text: `select coalesce(sum(shown_count), 0) as count from chat_members
      where user_id = $1 and ($2::bigint is null or other_id = $2)`,
    values: [userId, otherId ?? null],
  });
  return rows[0]?.count ?? 0;
}

const IS_SHOWN = `m.seq > me.cleared_seq
  and not exists (select from message_hides h where h.user_id = me.user_id and h.message_id = m.id)`;

function buildConditions(
  userId: number,
  { user_id, from, since, until, time_zone, kind }: Query,
  terms: SearchTerms | undefined,
  isCompared: boolean,
): { values: unknown[]; messages: string; dialogs: string; shape: string } {
  const values: unknown[] = [userId];
  const value = (one: unknown): string => `$${values.push(one)}`;
  // Quoted, so that no character of the token acts as query syntax.
  const marks = [`'@${userId}'`];
  if (user_id) marks.push(`'@${user_id}'`);
  if (from !== undefined) marks.push(`${from === 'me' ? '' : '!'}'&${userId}'`);
  if (kind !== undefined) marks.push(`'#${kind}'`);
  // What is asked for is hidden from the planner, so that the statement is planned once.
  const asked = `${value(marks.join(' & '))}::tsquery`;
  const messages: string[] = [];
  if (terms === undefined) messages.push(`m.search @@ (select ${asked})`);
  else {
    const { words, last, beginnings } = terms;
    const worded = `search_query(${value(words)}, ${value(last)}::text, ${value(beginnings)}::text)`;
    // The function behind @@ is no operator, so that no index is asked for the words.
    if (isCompared) messages.push(`m.search @@ (select ${asked})`, `ts_match_vq(m.search, (select ${worded}))`);
    else messages.push(`m.search @@ (select ${asked} && ${worded})`);
  }
  const dayStart = (date: string, daysLater: number): string => {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
    const zone = findZone(time_zone);
    return `${value(instantOf({ year, month, day: day + daysLater, hour: 0, minute: 0 }, zone))}::timestamptz`;
  };
  if (since !== undefined) messages.push(`m.created_at >= ${dayStart(since, 0)}`);
  if (until !== undefined) messages.push(`m.created_at < ${dayStart(until, 1)}`);
  const dialogs = [`me.user_id = $1`, `me.folder <> 'declined'`];
  if (user_id) dialogs.push(`me.other_id = ${value(user_id)}`);
  const given = { words: terms, all: isCompared ? undefined : true, since, until, chat: user_id || undefined };
  const shape = Object.entries(given).flatMap(([name, one]) => (one === undefined ? [] : [name]));
  return { values, messages: messages.join(' and '), dialogs: dialogs.join(' and '), shape: shape.join('-') };
}

/** Several times the duration of a search over a million messages on a busy machine. */
const PATIENCE_MS = 4000;

/** Runs a query with its own settings and a time limit, so that a slow search does not slow down others. */
async function queryBounded<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  settings: string,
  query: pg.QueryConfig,
): Promise<Row[]> {
  const client = await pool.connect();
  let broken: unknown;
  try {
    await client.query(`begin; set local statement_timeout = ${PATIENCE_MS}; ${settings}`);
    return (await client.query<Row>(query)).rows;
  } finally {
    // A connection that cannot roll back is closed instead of returned to the pool.
    await client.query('rollback').catch((error: unknown) => {
      broken = error;
    });
    client.release(broken !== undefined);
  }
}
