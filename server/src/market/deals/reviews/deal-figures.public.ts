import { type DealFigures, REPLY_DIALOGS_MIN } from '@app/contract/market/deals';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import { requireFound } from '../../../platform/failure.ts';

const SECONDS_PER_MINUTE = 60;

/** Of several reviews of one author about one person, only the newest weighs; hidden ones and cliques never do. */
export const REVIEW_WEIGHS = sql<boolean>`(r.hidden_at is null and r.clique is null and not exists (
  select from deal_reviews later where later.author_id = r.author_id and later.subject_id = r.subject_id
    and later.id > r.id and later.hidden_at is null and later.clique is null))`;

/** Counts the reviews and deals of these people anew. Concurrent counts of one person come one after another. */
export async function recountFigures(tx: Tx, userIds: readonly number[]): Promise<void> {
  const ids = [...new Set(userIds)].sort((a, b) => a - b);
  await sql`
    insert into deal_figures (user_id) select unnest(${ids}::bigint[]) order by 1 on conflict do nothing`.execute(tx);
  await sql`select from deal_figures where user_id = any(${ids}::bigint[]) order by user_id for update`.execute(tx);
  await sql`
    update deal_figures f set stars_sum = counted.stars_sum, stars_count = counted.stars_count,
      reviews_count = counted.reviews_count, deals_count = counted.deals_count
    from (
      select asked.id,
        (select coalesce(sum(stars), 0) from deal_reviews r where r.subject_id = asked.id and ${REVIEW_WEIGHS}) as stars_sum,
        (select count(*) from deal_reviews r where r.subject_id = asked.id and ${REVIEW_WEIGHS}) as stars_count,
        (select count(*) from deal_reviews r where r.subject_id = asked.id and r.hidden_at is null) as reviews_count,
        (select count(*) from deals where seller_id = asked.id and state = 'done')
          + (select count(*) from deals where buyer_id = asked.id and state = 'done') as deals_count
      from unnest(${ids}::bigint[]) asked (id)
    ) counted where f.user_id = counted.id`.execute(tx);
}

interface FiguresRow {
  registered_at: Date;
  stars_sum: number | null;
  stars_count: number | null;
  reviews_count: number | null;
  deals_count: number | null;
  reply_seconds: number | null;
}

/** What the deals of a person say. Fails with `not_found` for people without an active account. */
export async function getDealFigures(db: Db, userId: number): Promise<DealFigures> {
  const { rows } = await sql<FiguresRow>`-- named deal-figures-of
    select u.registered_at, f.stars_sum, f.stars_count, f.reviews_count, f.deals_count, f.reply_seconds
    from users u left join deal_figures f on f.user_id = u.id
    where u.id = ${userId} and u.status = 'active' and u.deleted_at is null`.execute(db);
  const row = requireFound(rows[0]);
  const count = row.stars_count ?? 0;
  return {
    rating: count === 0 ? null : (row.stars_sum ?? 0) / count,
    count,
    left_out: (row.reviews_count ?? 0) - count,
    deals: row.deals_count ?? 0,
    reply_minutes: row.reply_seconds === null ? null : Math.ceil(row.reply_seconds / SECONDS_PER_MINUTE),
    since: row.registered_at.toISOString(),
  };
}

export interface MeasuredReplies {
  userId: number;
  dialogs: number;
  /** Null when at least half of the dialogs have no answer. */
  medianSeconds: number | null;
}

export async function saveReplyTimes(db: Db, measured: readonly MeasuredReplies[], now: Date): Promise<void> {
  const ordered = [...measured].sort((a, b) => a.userId - b.userId);
  const seconds = ordered.map(({ dialogs, medianSeconds }) => (dialogs < REPLY_DIALOGS_MIN ? null : medianSeconds));
  await sql`
    insert into deal_figures as known (user_id, reply_seconds, reply_measured_at)
    select id, seconds, ${now} from unnest(${ordered.map(({ userId }) => userId)}::bigint[], ${seconds}::int[]) m (id, seconds)
    on conflict (user_id) do update set reply_seconds = excluded.reply_seconds,
      reply_measured_at = excluded.reply_measured_at`.execute(db);
}
