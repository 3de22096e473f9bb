import { z } from 'zod';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { emitMeetingsChanged } from '../deal-events.public.ts';
import { isPast, stateAt } from './meetings.policy.ts';
import {
  listDueMeetings,
  listSides,
  lockMeeting,
  type MeetingRow,
  updateMeeting,
  updateSide,
} from './meetings.queries.ts';
import { notifyPerson, notifyRelative } from './notify-meeting.ts';

const BATCH = 200;

/**
 * Does what the time of meetings asks for: reminds, asks how it went, tells relatives, ends, and brings the cards up to
 * date. Every step is marked in its transaction, so a second run does nothing again.
 */
export const advanceMeetings = defineJob({
  name: 'advance-meetings',
  payload: z.object({}),
  run: async (services: Services) => {
    const now = services.clock();
    const failures = new Map<number, unknown>();
    for (;;) {
      const due = await listDueMeetings(services.db, now, BATCH + failures.size);
      const ids = due.filter((id) => !failures.has(id));
      if (ids.length === 0) break;
      for (const id of ids)
        await services.db
          .transaction()
          .execute((tx) => advance(services, tx, id, now))
          .catch((error: unknown) => failures.set(id, error));
    }
    // One that fails keeps no other from being told.
    if (failures.size > 0) throw new AggregateError([...failures.values()], `meetings ${[...failures.keys()]} failed`);
  },
});

async function advance(services: Services, tx: Tx, id: number, now: Date): Promise<void> {
  const meeting = await lockMeeting(tx, id);
  if (meeting?.next_at == null || meeting.next_at > now) return;
  const state = stateAt(meeting, now);
  const isDue = state === 'agreed' && meeting.reminded_at === null && isPast(meeting.at, 'reminder', now);
  const reminds = isDue && now < meeting.at;
  if (reminds)
    for (const userId of [meeting.seller_id, meeting.buyer_id])
      await notifyPerson(services, tx, userId, meeting, 'reminder');
  // Also of a meeting whose end has come while no job ran.
  if (meeting.state === 'agreed') await askAndNotify(services, tx, meeting, now);
  await updateMeeting(tx, meeting, { state, ...(reminds && { reminded_at: now }) }, now);
  const isEnd = state === 'over';
  await emitMeetingsChanged(services, tx, { meetingIds: [id], ...(isEnd && { isPinned: false }) });
}

/** Asks who has not confirmed; then the relative of who still has not is told, once. */
async function askAndNotify(services: Services, tx: Tx, meeting: MeetingRow, now: Date): Promise<void> {
  for (const side of await listSides(tx, meeting.id)) {
    if (side.confirmed_at !== null) continue;
    if (side.asked_at === null && isPast(meeting.at, 'question', now)) {
      await notifyPerson(services, tx, side.user_id, meeting, 'question');
      await updateSide(tx, meeting.id, side.user_id, { asked_at: now });
    }
    if (side.notified_at !== null || !isPast(meeting.at, 'relative', now)) continue;
    if (await notifyRelative(services, tx, meeting, side, 'silent'))
      await updateSide(tx, meeting.id, side.user_id, { notified_at: now });
  }
}
