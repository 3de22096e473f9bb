import type { Meeting } from '@app/contract/market/meetings';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure, requireFound } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { requireNoBlock } from '../create-offer.ts';
import { emitMeetingsChanged } from '../deal-events.public.ts';
import { isTimeToArrive, isTimeToConfirm, mayAnswer, mayChange, mayChooseRelative } from './meetings.policy.ts';
import {
  findMeeting,
  isRelativeStill,
  listSides,
  lockMeeting,
  type MeetingRow,
  type MeetingSideRow,
  updateMeeting,
  updateSide,
} from './meetings.queries.ts';
import { notifyOtherPerson, notifyRelative } from './notify-meeting.ts';
import { getMeeting } from './present-meetings.public.ts';
import { requireMeetingParty } from './propose-meeting.ts';

interface LockedMeeting {
  meeting: MeetingRow;
  mine: MeetingSideRow;
  theirs: MeetingSideRow;
  now: Date;
}

/** Changes a meeting of the viewer under its lock, so that of two answers given at once the first one counts. */
async function withLocked(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  change: (tx: Tx, locked: LockedMeeting) => Promise<void>,
): Promise<Meeting> {
  await services.db.transaction().execute(async (tx) => {
    const meeting = requireMeetingParty(viewer, await lockMeeting(tx, id));
    const sides = await listSides(tx, id);
    await change(tx, {
      meeting,
      mine: requireFound(sides.find(({ user_id }) => user_id === viewer.userId)),
      theirs: requireFound(sides.find(({ user_id }) => user_id !== viewer.userId)),
      now: services.clock(),
    });
  });
  return getMeeting(services, viewer, id);
}

export async function acceptMeeting(services: Services, viewer: SignedInViewer, id: number): Promise<Meeting> {
  return withLocked(services, viewer, id, async (tx, { meeting, now }) => {
    if (!mayAnswer(viewer.userId, meeting)) throw new Failure('forbidden');
    if (meeting.state === 'agreed') return;
    if (meeting.state !== 'proposed' || !mayChange(meeting, now)) throw new Failure('meeting_closed');
    await requireNoBlock(tx, meeting.seller_id, meeting.buyer_id);
    await updateMeeting(tx, meeting, { state: 'agreed' }, now);
    await emitMeetingsChanged(services, tx, { meetingIds: [id], isPinned: true });
    await notifyOtherPerson(services, tx, viewer.userId, meeting, 'agreed');
  });
}

export async function declineMeeting(services: Services, viewer: SignedInViewer, id: number): Promise<Meeting> {
  return withLocked(services, viewer, id, async (tx, { meeting, now }) => {
    if (!mayAnswer(viewer.userId, meeting)) throw new Failure('forbidden');
    if (meeting.state === 'declined') return;
    if (meeting.state !== 'proposed' || !mayChange(meeting, now)) throw new Failure('meeting_closed');
    await updateMeeting(tx, meeting, { state: 'declined' }, now);
    await emitMeetingsChanged(services, tx, { meetingIds: [id] });
    await notifyOtherPerson(services, tx, viewer.userId, meeting, 'declined');
  });
}

export async function cancelMeeting(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  reason: string,
): Promise<Meeting> {
  return withLocked(services, viewer, id, async (tx, { meeting, now }) => {
    if (meeting.state === 'cancelled') return;
    if (!mayChange(meeting, now)) throw new Failure('meeting_closed');
    await updateMeeting(tx, meeting, { state: 'cancelled', cancelled_by: viewer.userId, reason }, now);
    await emitMeetingsChanged(services, tx, { meetingIds: [id], isPinned: false });
    await notifyOtherPerson(services, tx, viewer.userId, meeting, 'cancelled');
  });
}

/** «Я на месте» */
export async function arriveAtMeeting(services: Services, viewer: SignedInViewer, id: number): Promise<Meeting> {
  return withLocked(services, viewer, id, async (tx, { meeting, mine, now }) => {
    if (mine.arrived_at !== null) return;
    if (meeting.state !== 'agreed') throw new Failure('meeting_closed');
    if (!isTimeToArrive(meeting.at, now)) throw new Failure('meeting_time');
    await updateSide(tx, id, viewer.userId, { arrived_at: now });
    await emitMeetingsChanged(services, tx, { meetingIds: [id] });
    await notifyOtherPerson(services, tx, viewer.userId, meeting, 'arrived');
  });
}

/** «Всё прошло хорошо». A relative who was told that no confirmation came is told of it too. */
export async function confirmMeeting(services: Services, viewer: SignedInViewer, id: number): Promise<Meeting> {
  return withLocked(services, viewer, id, async (tx, { meeting, mine, theirs, now }) => {
    if (mine.confirmed_at !== null) return;
    if (meeting.state !== 'agreed') throw new Failure('meeting_closed');
    if (!isTimeToConfirm(meeting.at, now)) throw new Failure('meeting_time');
    await updateSide(tx, id, viewer.userId, { confirmed_at: now });
    const isOver = theirs.confirmed_at !== null;
    if (isOver) await updateMeeting(tx, meeting, { state: 'over' }, now);
    await emitMeetingsChanged(services, tx, { meetingIds: [id], ...(isOver && { isPinned: false }) });
    if (mine.notified_at !== null) await notifyRelative(services, tx, meeting, mine, 'confirmed');
  });
}

/** Chooses who of the viewer’s relatives is told when no confirmation comes; null: nobody. */
export async function setMeetingRelative(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  relativeId: number | null,
): Promise<Meeting> {
  requireMeetingParty(viewer, await findMeeting(services.db, id));
  if (relativeId !== null && !(await isRelativeStill(services.db, viewer.userId, relativeId)))
    throw new Failure('not_found');
  return withLocked(services, viewer, id, async (tx, { meeting, mine, theirs, now }) => {
    // The other person of the meeting is nobody who could be told of it.
    if (relativeId === theirs.user_id) throw new Failure('not_found');
    if (!mayChooseRelative(meeting, mine, now)) throw new Failure('meeting_closed');
    await updateSide(tx, id, viewer.userId, { relative_id: relativeId });
  });
}
