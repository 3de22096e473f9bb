import { notify } from '../../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { placeText } from './meetings.policy.ts';
import { isRelativeStill, type MeetingRow, type MeetingSideRow } from './meetings.queries.ts';

const otherPersonOf = (userId: number, { seller_id, buyer_id }: MeetingRow): number =>
  userId === seller_id ? buyer_id : seller_id;

const valuesOf = ({ place_name, place_address, at }: MeetingRow) => ({
  at: at.toISOString(),
  place: placeText(place_name, place_address),
});

/** Notifies the other person of what the actor did. */
export async function notifyOtherPerson(
  services: Services,
  tx: Tx,
  actorId: number,
  meeting: MeetingRow,
  what: 'agreed' | 'declined' | 'cancelled' | 'arrived',
): Promise<void> {
  await notify(tx, services, {
    kind: 'meeting',
    userId: otherPersonOf(actorId, meeting),
    actorId,
    boardId: meeting.ad_id ?? undefined,
    link: `/conversation/${actorId}`,
    values: { title: meeting.ad_title, what, ...valuesOf(meeting) },
    dedupe: `meeting:${meeting.id}:${what}`,
  });
}

/** Notifies a person of the time of a meeting, or asks how it went. */
export async function notifyPerson(
  services: Services,
  tx: Tx,
  userId: number,
  meeting: MeetingRow,
  what: 'reminder' | 'question',
): Promise<void> {
  await notify(tx, services, {
    kind: 'meeting',
    userId,
    boardId: meeting.ad_id ?? undefined,
    link: `/conversation/${otherPersonOf(userId, meeting)}`,
    values: { title: meeting.ad_title, what, ...valuesOf(meeting) },
    dedupe: `meeting:${meeting.id}:${what}`,
  });
}

/**
 * Notifies the relative of a person: who, where and when, nothing of the ad or the chat. False when the person chose
 * nobody, or somebody who is no relative any more.
 */
export async function notifyRelative(
  services: Services,
  tx: Tx,
  meeting: MeetingRow,
  { user_id, relative_id }: MeetingSideRow,
  what: 'silent' | 'confirmed',
): Promise<boolean> {
  if (relative_id === null || !(await isRelativeStill(tx, user_id, relative_id))) return false;
  await notify(tx, services, {
    kind: 'meeting_relative',
    userId: relative_id,
    actorId: user_id,
    link: `/conversation/${user_id}`,
    values: { what, ...valuesOf(meeting) },
    dedupe: `meeting:${meeting.id}:${user_id}:${what}`,
  });
  return true;
}
