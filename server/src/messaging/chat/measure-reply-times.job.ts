import { REPLY_DAYS } from '@app/contract/market/deals';
import { sql } from 'kysely';
import { z } from 'zod';
import { type MeasuredReplies, saveReplyTimes } from '../../market/deals/reviews/deal-figures.public.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';

const DAY_MS = 86_400_000;
/** Sellers measured by one run; those measured longest ago come first. */
const SELLERS_AT_ONCE = 200;
/** Newest dialogs of a seller that the median is taken of. */
const DIALOGS_MAX = 200;

/** Seconds that stand for no answer: more than any. */
const UNANSWERED = 2_147_483_647;

/** Measures once a day how long sellers take to answer the first message about an ad of theirs; away answers are none. */
export const measureReplyTimes = defineJob({
  name: 'measure-reply-times',
  payload: z.object({}),
  run: async ({ db, clock }: Services) => {
    const now = clock();
    const since = new Date(now.getTime() - REPLY_DAYS * DAY_MS);
    const measured = await measure(db, await listDue(db, since, now), since, now);
    if (measured.length > 0) await saveReplyTimes(db, measured, now);
  },
});

/** Also sellers whose figure is left from dialogs that are too old by now. Served by chats_about_created. */
async function listDue(db: Db, since: Date, now: Date): Promise<number[]> {
  const before = new Date(now.getTime() - DAY_MS);
  const { rows } = await sql<{ id: number }>`
    select id from (
      select distinct a.owner_id as id from chats c join ads a on a.id = c.about_ad_id where c.created_at > ${since}
      union
      select user_id from deal_figures where reply_seconds is not null
    ) seller left join deal_figures f on f.user_id = seller.id
    where f.reply_measured_at is null or f.reply_measured_at < ${before}
    order by f.reply_measured_at nulls first, id limit ${SELLERS_AT_ONCE}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A dialog without an answer counts as the slowest; one that began within a day may still be answered. */
async function measure(db: Db, sellers: readonly number[], since: Date, now: Date): Promise<MeasuredReplies[]> {
  if (sellers.length === 0) return [];
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const { rows } = await sql<{ user_id: number; dialogs: number; median: number | null }>`
    select seller.id as user_id, count(dialog.asked_at) as dialogs,
      percentile_disc(0.5) within group (order by coalesce(extract(epoch from dialog.answered_at - dialog.asked_at)::int, ${UNANSWERED}))
        filter (where dialog.asked_at is not null) as median
    from unnest(${sellers}::bigint[]) seller (id)
    left join lateral (
      select first.created_at as asked_at, answer.created_at as answered_at
      from (
        select c.id from chat_members me join chats c on c.id = me.chat_id join ads a on a.id = c.about_ad_id
        where me.user_id = seller.id and a.owner_id = seller.id and c.created_at > ${since}
        order by c.created_at desc limit ${DIALOGS_MAX}
      ) chat
      cross join lateral (
        select m.seq, m.sender_id, m.created_at from messages m where m.chat_id = chat.id order by m.seq limit 1
      ) first
      left join lateral (
        select m.created_at from messages m
        where m.chat_id = chat.id and m.sender_id = seller.id and m.seq > first.seq and not m.is_automatic order by m.seq limit 1
      ) answer on true
      where first.sender_id <> seller.id and (answer.created_at is not null or first.created_at < ${dayAgo})
    ) dialog on true
    group by seller.id`.execute(db);
  return rows.map(({ user_id: userId, dialogs, median }) => ({
    userId,
    dialogs,
    medianSeconds: median === null || median === UNANSWERED ? null : median,
  }));
}
