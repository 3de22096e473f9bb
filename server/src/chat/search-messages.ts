import type { chatApi } from '@app/contract/chat';
import type { QueryOf, ResponseOf } from '@app/contract/endpoint';
import type pg from 'pg';
import { otherLayout } from '../platform/search/keyboards.ts';
import { querySearch } from '../platform/search/query-search.ts';
import { type SearchTerms, searchWords, termsOf } from '../platform/search/read-search.ts';
import { otherAlphabet } from '../platform/search/transliterate.ts';
import type { SignedInViewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { showChats } from './show-chats.ts';
import { showMessages } from './show-messages.ts';

type Query = QueryOf<typeof chatApi.search>;
type Found = ResponseOf<typeof chatApi.search>;

/** Searches report at most so many. */
const FOUND_MAX = 1000;
/** People live by Moscow days, whatever the zone of their device. */
const DAY_ZONE = '+03:00';

/** Messages that the viewer still has, newest first: by words, who wrote them, days, and what they carry. */
export async function searchMessages(services: Services, viewer: SignedInViewer, query: Query): Promise<Found> {
  const words = searchWords(query.search ?? '');
  if (words.length === 0 && query.kind === undefined && query.since === undefined && query.until === undefined)
    return { list: [], total: 0 };
  const { pool } = services;
  let found: FoundId[] = [];
  for (const terms of [termsOf(words.map((word) => [word])), ...otherReadings(query.search ?? '')]) {
    found = await findIds(pool, viewer.userId, query, terms);
    if (found.length > 0 || terms === undefined) break;
  }
  const from = (query.page - 1) * query.size;
  const page = found.slice(from, from + query.size);
  const [messages, ends] = await Promise.all([
    showMessages(services, viewer, idsOf(page)),
    showChats(
      services,
      viewer,
      page.map(({ other_id }) => other_id),
    ),
  ]);
  return {
    list: page.flatMap(({ id, other_id }) => {
      const message = messages.get(id);
      const chat = ends.get(other_id);
      return message === undefined || chat === undefined ? [] : [{ message, user: chat.user }];
    }),
    total: Math.min(found.length, FOUND_MAX),
  };
}

const idsOf = (found: readonly FoundId[]): number[] => found.map(({ id }) => id);

/** What may have been meant by words that found nothing: typed under the other keyboard layout, or in the other alphabet. */
function otherReadings(typed: string): SearchTerms[] {
  const layout = searchWords(otherLayout(typed) ?? '').map((word) => [word]);
  const words = searchWords(typed.replaceAll(/['’`]/g, ''));
  const alphabets = words.map((word) => [word, ...otherAlphabet(word)]);
  const readings = [layout, alphabets.some((place) => place.length > 1) ? alphabets : []];
  return readings.flatMap((places) => termsOf(places) ?? []);
}

interface FoundId {
  id: number;
  other_id: number;
}

/**
 * One question to the index of words: its marks say whose dialogs, who wrote, and what is carried, so that of a person with few
 * messages few are looked at. Where a word is common in many messages of one person they are read backwards instead.
 */
function findIds(
  pool: pg.Pool,
  userId: number,
  { user_id, from, since, until, kind }: Query,
  terms: SearchTerms | undefined,
): Promise<FoundId[]> {
  const values: unknown[] = [userId];
  const value = (one: unknown): string => `$${values.push(one)}`;
  // No sign of a mark is one of the query language, and in quotes nothing is.
  const wanted = [`'@${userId}'`];
  if (user_id) wanted.push(`'@${user_id}'`);
  if (from !== undefined) wanted.push(`${from === 'me' ? '' : '!'}'&${userId}'`);
  if (kind !== undefined) wanted.push(`'#${kind}'`);
  const marks = `${value(wanted.join(' & '))}::tsquery`;
  const words =
    terms === undefined
      ? ''
      : `&& search_query(${value(terms.words)}, ${value(terms.last)}::text, ${value(terms.beginnings)}::text)`;
  const days = [
    ...(since === undefined ? [] : [`m.created_at >= ${value(`${since}T00:00:00${DAY_ZONE}`)}::timestamptz`]),
    ...(until === undefined
      ? []
      : [`m.created_at < ${value(`${until}T00:00:00${DAY_ZONE}`)}::timestamptz + interval '1 day'`]),
  ];
  const inOne = user_id ? `and me.other_id = ${value(user_id)}` : '';
  const text = `
    select m.id, me.other_id from messages m
    join chat_members me on me.chat_id = m.chat_id and me.user_id = $1 ${inOne}
    where m.search @@ (${marks} ${words}) and m.seq > me.cleared_seq and me.folder <> 'declined'
      and not exists (select from message_hides h where h.user_id = $1 and h.message_id = m.id)
      ${days.map((day) => `and ${day}`).join(' ')}
    order by m.id desc limit ${FOUND_MAX}`;
  return querySearch<FoundId>(pool, { text, values });
}
