import type { Lang } from '@app/contract/platform/languages';
import { MOSCOW } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { texts } from '../../platform/texts.ts';
import { unsubscribeLinks } from '../email-preferences/email-preferences.public.ts';
import { listNotificationsById, type NotificationRow } from './notifications.queries.ts';
import { presentNotification } from './present-notification.ts';
import { findMorningZones } from './reader-days.public.ts';

const HOUR_MS = 3_600_000;
/** Emails cover notifications unread for a day; those older than a week are omitted. */
const AFTER_MS = 24 * HOUR_MS;
const BEFORE_MS = 7 * 24 * HOUR_MS;
const RECIPIENTS_PER_RUN = 100;
const SHOWN_MAX = 10;

/**
 * Sends each user a morning email about notifications unread for a day; during quiet hours it waits until they end. Continues in jobs
 * of a hundred users.
 */
export const sendDigests = defineJob({
  name: 'send-digests',
  payload: z.object({ after: z.number().int().default(0) }),
  run: async (services: Services, { after }) => {
    const { db, clock, queue } = services;
    const now = clock();
    await db.transaction().execute(async (tx) => {
      const digests = await findDueDigests(tx, now, after);
      if (digests.length > 0) await sendDigestEmails(services, tx, await claimDay(tx, digests));
      if (digests.length === RECIPIENTS_PER_RUN) {
        await queue.add(tx, sendDigests, { after: digests.at(-1)?.user_id ?? 0 }, { key: 'next' });
      }
    });
  },
});

interface DueDigest {
  user_id: number;
  email: string;
  lang: Lang;
  day: string;
  up_to: number;
  total: number;
  ids: number[];
  messages: number;
}

/**
 * Returns the next users, by id, with unread notifications that no email mentioned yet. Notifications about muted or
 * blocked users are excluded; the email of users with quiet hours waits until they end.
 */
async function findDueDigests(tx: Tx, now: Date, after: number): Promise<DueDigest[]> {
  const zones = await findMorningZones(tx, now);
  if (zones.length === 0) return [];
  const [from, to] = [new Date(now.getTime() - BEFORE_MS), new Date(now.getTime() - AFTER_MS)];
  const { rows } = await sql<DueDigest>`
    with zones as (
      select * from unnest(${zones.map(({ timeZone }) => timeZone)}::text[], ${zones.map(({ day }) => day)}::text[],
        ${zones.map(({ minute }) => minute)}::int[]) as given (time_zone, day, minute)
    )
    select u.id as user_id, u.email, u.lang, z.day, max(n.id) as up_to, count(*) as total,
      (array_agg(n.id order by n.id desc))[1:${sql.lit(SHOWN_MAX)}] as ids,
      (select coalesce(sum(c.unread), 0)::bigint from chat_members c
        where c.user_id = u.id and c.unread > 0 and c.folder = 'main' and not c.is_archived
          and (c.muted_until is null or c.muted_until <= ${now})) as messages
    from notifications n
    join users u on u.id = n.user_id and u.status = 'active' and u.deleted_at is null and u.email_verified_at is not null
    left join notification_settings s on s.user_id = u.id
    join zones z on z.time_zone = coalesce(s.time_zone, ${MOSCOW})
    left join notification_digests d on d.user_id = u.id
    where n.read_at is null and n.user_id > ${after} and n.created_at between ${from} and ${to}
      and n.id > coalesce(d.up_to, 0) and (d.day is null or d.day < z.day::date)
      and not (coalesce(s.is_quiet, false)
        and (z.minute - s.quiet_from + 1440) % 1440 < (s.quiet_to - s.quiet_from + 1440) % 1440)
      and not exists (select from email_unsubscribes t where t.user_id = u.id and t.kind = 'digest')
      and not exists (select from blocks b where b.user_id = n.user_id and b.blocked_id = n.actor_id)
      and not exists (select from blocks b where b.user_id = n.actor_id and b.blocked_id = n.user_id)
      and not exists (select from mutes m where m.user_id = n.user_id and m.muted_id = n.actor_id and m.until > ${now})
    group by u.id, z.day order by u.id limit ${RECIPIENTS_PER_RUN}`.execute(tx);
  // The driver returns int8 array elements as strings.
  return rows.map((row) => ({ ...row, ids: row.ids.map(Number) }));
}

/** Claims the day per user, so that concurrent runs send only one email a day. */
async function claimDay(tx: Tx, digests: readonly DueDigest[]): Promise<DueDigest[]> {
  const { rows } = await sql<{ user_id: number }>`
    insert into notification_digests as d (user_id, day, up_to)
    select * from unnest(${digests.map(({ user_id }) => user_id)}::bigint[], ${digests.map(({ day }) => day)}::date[],
      ${digests.map(({ up_to }) => up_to)}::bigint[])
    on conflict (user_id) do update set day = excluded.day, up_to = excluded.up_to where d.day < excluded.day
    returning user_id`.execute(tx);
  const claimedIds = new Set(rows.map(({ user_id }) => user_id));
  return digests.filter(({ user_id }) => claimedIds.has(user_id));
}

async function sendDigestEmails(services: Services, tx: Tx, digests: readonly DueDigest[]): Promise<void> {
  const { mail, config } = services;
  const rows = await findDigestRows(tx, digests);
  const linkOf = await unsubscribeLinks(services);
  await mail.queueAll(
    tx,
    digests.map(({ user_id, email, lang, total, ids, messages }) => ({
      to: email,
      lang,
      template: 'digest',
      values: {
        count: total,
        messages,
        more: Math.max(0, total - SHOWN_MAX),
        link: `${config.publicUrl}/notifications`,
      },
      items: ids.flatMap((id) => {
        const row = rows.get(id);
        if (row === undefined) return [];
        const { title, body, link } = presentNotification(row, texts, lang);
        return [{ title, note: body, link: `${config.publicUrl}${link}` }];
      }),
      unsubscribe: linkOf({ userId: user_id, kind: 'digest', aboutId: 0 }),
    })),
  );
}

async function findDigestRows(tx: Tx, digests: readonly DueDigest[]): Promise<Map<number, NotificationRow>> {
  const ids = digests.flatMap((digest) => digest.ids);
  if (ids.length === 0) return new Map();
  const rows = await listNotificationsById(
    tx,
    digests.map(({ user_id }) => user_id),
    ids,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
