import {
  ALWAYS_TOLD,
  DEFAULT_TIME_ZONE,
  NOTIFICATION_TOPICS,
  type NotificationKind,
  type NotificationSettings,
  type NotificationTopic,
  type notificationsApi,
  QUIET_FROM,
  QUIET_TO,
  QUIET_TOPICS,
  TOPIC_LETTERS,
} from '@app/contract/notifications/notifications';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { allowLetters, stopLetters, wantsLetters } from '../email-preferences/alerts.public.ts';
import { countDevices } from '../push/push.public.ts';
import { type QuietHours, toClockTime, toMinute } from './quiet-hours.ts';

const TOPICS = Object.keys(NOTIFICATION_TOPICS) as NotificationTopic[];
const TOPIC_OF = new Map<NotificationKind, NotificationTopic>(
  TOPICS.flatMap((topic) => NOTIFICATION_TOPICS[topic].map((kind) => [kind, topic] as const)),
);
/** Letters of this kind are about nothing in particular. */
const ANY = 0;

/** What a person chose, or what holds without a choice. */
export interface Wishes {
  bell_off: readonly string[];
  push_off: readonly string[];
  push_on: readonly string[];
  is_quiet: boolean;
  quiet_from: number;
  quiet_to: number;
  time_zone: string | null;
}

const NO_WISHES: Wishes = {
  bell_off: [],
  push_off: [],
  push_on: [],
  is_quiet: true,
  quiet_from: toMinute(QUIET_FROM),
  quiet_to: toMinute(QUIET_TO),
  time_zone: null,
};

/** Whether the bell tells a person of this kind. */
export function isTold({ bell_off }: Pick<Wishes, 'bell_off'>, kind: NotificationKind): boolean {
  return isTopicTold({ bell_off }, topicOf(kind));
}

const isTopicTold = ({ bell_off }: Pick<Wishes, 'bell_off'>, topic: NotificationTopic): boolean =>
  ALWAYS_TOLD.includes(topic) || !bell_off.includes(topic);

/** Whether devices are told too. */
export function isPushed(wishes: Pick<Wishes, 'bell_off' | 'push_off' | 'push_on'>, kind: NotificationKind): boolean {
  return isTopicPushed(wishes, topicOf(kind));
}

export function isTopicPushed(
  wishes: Pick<Wishes, 'bell_off' | 'push_off' | 'push_on'>,
  topic: NotificationTopic,
): boolean {
  if (!isTopicTold(wishes, topic)) return false;
  return QUIET_TOPICS.includes(topic) ? wishes.push_on.includes(topic) : !wishes.push_off.includes(topic);
}

export const quietHoursOf = ({ is_quiet, quiet_from, quiet_to, time_zone }: Wishes): QuietHours | undefined =>
  is_quiet ? { from: quiet_from, to: quiet_to, timeZone: time_zone ?? DEFAULT_TIME_ZONE } : undefined;

function topicOf(kind: NotificationKind): NotificationTopic {
  const topic = TOPIC_OF.get(kind);
  if (topic === undefined) throw new Error(`${kind} belongs to no topic`);
  return topic;
}

export async function findWishes(db: Db | Tx, userId: number): Promise<Wishes> {
  const own = await db.selectFrom('notification_settings').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return own ?? NO_WISHES;
}

export interface Listener extends Pick<Wishes, 'bell_off' | 'push_off' | 'push_on'> {
  user_id: number;
  has_devices: boolean;
}

/** What each of these people wants to hear, and whether anything could be pushed to them. */
export async function findListeners(db: Db | Tx, userIds: readonly number[]): Promise<Map<number, Listener>> {
  const { rows } = await sql<Listener>`
    select u.id as user_id, coalesce(s.bell_off, '{}') as bell_off, coalesce(s.push_off, '{}') as push_off,
      coalesce(s.push_on, '{}') as push_on, exists (select from push_subscriptions p where p.user_id = u.id) as has_devices
    from (select distinct id from unnest(${userIds}::bigint[]) as given (id)) as u
    left join notification_settings s on s.user_id = u.id`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row]));
}

export async function showSettings({ db }: Pick<Services, 'db'>, userId: number): Promise<NotificationSettings> {
  const wishes = await findWishes(db, userId);
  const person = await db
    .selectFrom('users')
    .select(['email', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const favorites = await wantsLetters(db, userId, 'favorites', ANY);
  return {
    topics: TOPICS.map((topic) => ({
      topic,
      bell: isTopicTold(wishes, topic) ? 1 : 0,
      push: isTopicPushed(wishes, topic) ? 1 : 0,
      mail: TOPIC_LETTERS[topic] === 'switch' ? (favorites ? 1 : 0) : null,
    })),
    quiet: wishes.is_quiet ? { from: toClockTime(wishes.quiet_from), to: toClockTime(wishes.quiet_to) } : null,
    time_zone: wishes.time_zone ?? DEFAULT_TIME_ZONE,
    digest: (await wantsLetters(db, userId, 'digest', ANY)) ? 1 : 0,
    email: person.email_verified_at === null ? '' : person.email,
    devices: await countDevices(db, userId),
  };
}

/** Change what is named; the rest stays. */
export async function changeSettings(
  services: Pick<Services, 'db'>,
  { userId }: SignedInViewer,
  change: BodyOf<typeof notificationsApi.changeSettings>,
): Promise<NotificationSettings> {
  const { db } = services;
  if (change.time_zone !== undefined && !isTimeZone(change.time_zone)) {
    throw new Failure('invalid_input', { fields: { time_zone: 'errors.field.invalid' } });
  }
  await db.transaction().execute(async (tx) => {
    // Two tabs that switch different things at once lose neither.
    await sql`select pg_advisory_xact_lock(hashtextextended('notification-settings', ${userId}))`.execute(tx);
    const wishes = changeWishes(await findWishes(tx, userId), change);
    const row = {
      ...wishes,
      bell_off: [...wishes.bell_off],
      push_off: [...wishes.push_off],
      push_on: [...wishes.push_on],
    };
    await tx
      .insertInto('notification_settings')
      .values({ ...row, user_id: userId })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    const mail = change.topics?.find(({ topic }) => topic === 'favorites')?.mail;
    if (mail !== undefined) await setLetters(tx, userId, 'favorites', mail);
    if (change.digest !== undefined) await setLetters(tx, userId, 'digest', change.digest);
  });
  return showSettings(services, userId);
}

/** The browser's own zone, for somebody who chose none. */
export async function setFirstTimeZone(db: Db, userId: number, timeZone: string): Promise<void> {
  if (!isTimeZone(timeZone)) return;
  await sql`
    insert into notification_settings (user_id, time_zone) values (${userId}, ${timeZone})
    on conflict (user_id) do update set time_zone = excluded.time_zone
    where notification_settings.time_zone is null`.execute(db);
}

function changeWishes(
  before: Wishes,
  { topics = [], quiet, time_zone }: BodyOf<typeof notificationsApi.changeSettings>,
) {
  const [bellOff, pushOff, pushOn] = [before.bell_off, before.push_off, before.push_on].map((list) => new Set(list));
  const put = (list: Set<string> | undefined, topic: string, isIn: boolean): void => {
    if (isIn) list?.add(topic);
    else list?.delete(topic);
  };
  for (const { topic, bell, push } of topics) {
    if (bell !== undefined && !ALWAYS_TOLD.includes(topic)) put(bellOff, topic, bell === 0);
    if (push !== undefined) {
      put(pushOff, topic, push === 0);
      put(pushOn, topic, push === 1);
    }
  }
  return {
    bell_off: [...(bellOff ?? [])],
    push_off: [...(pushOff ?? [])],
    push_on: [...(pushOn ?? [])],
    is_quiet: quiet === undefined ? before.is_quiet : quiet !== null,
    quiet_from: quiet ? toMinute(quiet.from) : before.quiet_from,
    quiet_to: quiet ? toMinute(quiet.to) : before.quiet_to,
    time_zone: time_zone ?? before.time_zone,
  };
}

async function setLetters(tx: Tx, userId: number, kind: 'favorites' | 'digest', isOn: 0 | 1): Promise<void> {
  if (isOn) await allowLetters(tx, userId, kind, ANY);
  else await stopLetters(tx, userId, kind, [ANY]);
}

function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +03:00 are no zones: they know no summer time.
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Erase what a person wished. */
export async function forgetSettings(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('notification_settings').where('user_id', '=', userId).execute();
}
