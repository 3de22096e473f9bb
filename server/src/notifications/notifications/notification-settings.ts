import {
  MANDATORY_TOPICS,
  NOTIFICATION_TOPICS,
  type NotificationKind,
  type NotificationSettings,
  type NotificationTopic,
  type notificationsApi,
  QUIET_FROM,
  QUIET_TO,
  QUIET_TOPICS,
  TOPIC_EMAILS,
} from '@app/contract/notifications/notifications';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { findTimeZone, MOSCOW } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { addEmailOptOut, isEmailEnabled, removeEmailOptOut } from '../email-preferences/email-preferences.public.ts';
import { countDevices } from '../push/push.public.ts';
import { type QuietHours, toClockTime, toMinute } from './quiet-hours.ts';

const TOPICS = Object.keys(NOTIFICATION_TOPICS) as NotificationTopic[];
const TOPIC_OF = new Map<NotificationKind, NotificationTopic>(
  TOPICS.flatMap((topic) => NOTIFICATION_TOPICS[topic].map((kind) => [kind, topic] as const)),
);
const ANY_SUBJECT = 0;

export interface NotificationPreferences {
  bell_off: readonly string[];
  push_off: readonly string[];
  push_on: readonly string[];
  is_quiet: boolean;
  quiet_from: number;
  quiet_to: number;
  time_zone: string | null;
  is_zone_chosen: boolean;
}

const DEFAULT_PREFERENCES: NotificationPreferences = {
  bell_off: [],
  push_off: [],
  push_on: [],
  is_quiet: true,
  quiet_from: toMinute(QUIET_FROM),
  quiet_to: toMinute(QUIET_TO),
  time_zone: null,
  is_zone_chosen: false,
};

export function isNotificationEnabled(
  { bell_off }: Pick<NotificationPreferences, 'bell_off'>,
  kind: NotificationKind,
): boolean {
  return isTopicEnabled({ bell_off }, topicOf(kind));
}

const isTopicEnabled = ({ bell_off }: Pick<NotificationPreferences, 'bell_off'>, topic: NotificationTopic): boolean =>
  MANDATORY_TOPICS.includes(topic) || !bell_off.includes(topic);

export function isPushEnabled(
  preferences: Pick<NotificationPreferences, 'bell_off' | 'push_off' | 'push_on'>,
  kind: NotificationKind,
): boolean {
  return isTopicPushEnabled(preferences, topicOf(kind));
}

export function isTopicPushEnabled(
  preferences: Pick<NotificationPreferences, 'bell_off' | 'push_off' | 'push_on'>,
  topic: NotificationTopic,
): boolean {
  if (!isTopicEnabled(preferences, topic)) return false;
  return QUIET_TOPICS.includes(topic) ? preferences.push_on.includes(topic) : !preferences.push_off.includes(topic);
}

export const quietHoursOf = ({
  is_quiet,
  quiet_from,
  quiet_to,
  time_zone,
}: NotificationPreferences): QuietHours | undefined =>
  is_quiet ? { from: quiet_from, to: quiet_to, timeZone: time_zone ?? MOSCOW } : undefined;

function topicOf(kind: NotificationKind): NotificationTopic {
  const topic = TOPIC_OF.get(kind);
  if (topic === undefined) throw new Error(`${kind} belongs to no topic`);
  return topic;
}

export async function findPreferences(db: Db | Tx, userId: number): Promise<NotificationPreferences> {
  const stored = await db
    .selectFrom('notification_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return stored ?? DEFAULT_PREFERENCES;
}

export interface NotificationRecipient extends Pick<NotificationPreferences, 'bell_off' | 'push_off' | 'push_on'> {
  user_id: number;
  has_devices: boolean;
}

export async function findRecipients(
  db: Db | Tx,
  userIds: readonly number[],
): Promise<Map<number, NotificationRecipient>> {
  const { rows } = await sql<NotificationRecipient>`
    select u.id as user_id, coalesce(s.bell_off, '{}') as bell_off, coalesce(s.push_off, '{}') as push_off,
      coalesce(s.push_on, '{}') as push_on, exists (select from push_subscriptions p where p.user_id = u.id) as has_devices
    from (select distinct id from unnest(${userIds}::bigint[]) as given (id)) as u
    left join notification_settings s on s.user_id = u.id`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row]));
}

export async function presentSettings({ db }: Services, userId: number): Promise<NotificationSettings> {
  const preferences = await findPreferences(db, userId);
  const user = await db
    .selectFrom('users')
    .select(['email', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const favorites = await isEmailEnabled(db, userId, 'favorites', ANY_SUBJECT);
  return {
    topics: TOPICS.map((topic) => ({
      topic,
      bell: isTopicEnabled(preferences, topic) ? 1 : 0,
      push: isTopicPushEnabled(preferences, topic) ? 1 : 0,
      mail: TOPIC_EMAILS[topic] === 'switch' ? (favorites ? 1 : 0) : null,
    })),
    quiet: preferences.is_quiet
      ? { from: toClockTime(preferences.quiet_from), to: toClockTime(preferences.quiet_to) }
      : null,
    time_zone: preferences.time_zone ?? MOSCOW,
    time_zone_chosen: preferences.is_zone_chosen ? 1 : 0,
    digest: (await isEmailEnabled(db, userId, 'digest', ANY_SUBJECT)) ? 1 : 0,
    email: user.email_verified_at === null ? '' : user.email,
    devices: await countDevices(db, userId),
  };
}

export async function changeSettings(
  services: Services,
  { userId }: SignedInViewer,
  change: BodyOf<typeof notificationsApi.changeSettings>,
): Promise<NotificationSettings> {
  const { db } = services;
  if (change.time_zone && findTimeZone(change.time_zone) === null) {
    throw new Failure('invalid_input', { fields: { time_zone: 'errors.field.invalid' } });
  }
  await db.transaction().execute(async (tx) => {
    // A lock prevents concurrent changes of different settings from overwriting each other.
    await sql`select pg_advisory_xact_lock(hashtextextended('notification-settings', ${userId}))`.execute(tx);
    const preferences = applyPreferenceChanges(await findPreferences(tx, userId), change);
    const row = {
      ...preferences,
      bell_off: [...preferences.bell_off],
      push_off: [...preferences.push_off],
      push_on: [...preferences.push_on],
    };
    await tx
      .insertInto('notification_settings')
      .values({ ...row, user_id: userId })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    const mail = change.topics?.find(({ topic }) => topic === 'favorites')?.mail;
    if (mail !== undefined) await setEmailEnabled(tx, userId, 'favorites', mail);
    if (change.digest !== undefined) await setEmailEnabled(tx, userId, 'digest', change.digest);
  });
  return presentSettings(services, userId);
}

function applyPreferenceChanges(
  before: NotificationPreferences,
  { topics = [], quiet, time_zone }: BodyOf<typeof notificationsApi.changeSettings>,
) {
  const [bellOff, pushOff, pushOn] = [before.bell_off, before.push_off, before.push_on].map((list) => new Set(list));
  const setTopic = (list: Set<string> | undefined, topic: string, isIn: boolean): void => {
    if (isIn) list?.add(topic);
    else list?.delete(topic);
  };
  for (const { topic, bell, push } of topics) {
    if (bell !== undefined && !MANDATORY_TOPICS.includes(topic)) setTopic(bellOff, topic, bell === 0);
    if (push !== undefined) {
      setTopic(pushOff, topic, push === 0);
      setTopic(pushOn, topic, push === 1);
    }
  }
  return {
    bell_off: [...(bellOff ?? [])],
    push_off: [...(pushOff ?? [])],
    push_on: [...(pushOn ?? [])],
    is_quiet: quiet === undefined ? before.is_quiet : quiet !== null,
    quiet_from: quiet ? toMinute(quiet.from) : before.quiet_from,
    quiet_to: quiet ? toMinute(quiet.to) : before.quiet_to,
    // Without a choice the last zone of the browser stays until the browser tells another one.
    time_zone: time_zone ?? before.time_zone,
    is_zone_chosen: time_zone === undefined ? before.is_zone_chosen : time_zone !== null,
  };
}

async function setEmailEnabled(tx: Tx, userId: number, kind: 'favorites' | 'digest', isOn: 0 | 1): Promise<void> {
  if (isOn) await removeEmailOptOut(tx, userId, kind, ANY_SUBJECT);
  else await addEmailOptOut(tx, userId, kind, [ANY_SUBJECT]);
}

export async function eraseSettings(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('notification_settings').where('user_id', '=', userId).execute();
}
