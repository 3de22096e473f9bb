import type { Meeting, MeetingProposal, meetingsApi } from '@app/contract/market/meetings';
import type { BodyOf, QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure, requireFound } from '../../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { getCity } from '../../../reference/reference.public.ts';
import { findSafePlaceById, listSafePlacesOf } from '../../../reference/safe-places/safe-places.public.ts';
import { getCommentableAd } from '../../ads/ad-comments.public.ts';
import { type DealtAd, lockDealtAd } from '../../ads/lifecycle/deal-marks.public.ts';
import { requireNoBlock } from '../create-offer.ts';
import { emitMeetingProposed, emitMeetingsChanged } from '../deal-events.public.ts';
import { isMeetingTime, isPartyOf, mayChange, stateAt } from './meetings.policy.ts';
import {
  copyRelatives,
  findMeeting,
  insertMeeting,
  lockMeeting,
  lockRunningMeeting,
  type MeetingRow,
  mayArrangeMeeting,
  updateMeeting,
} from './meetings.queries.ts';
import { getMeeting } from './present-meetings.public.ts';

interface Arrangement {
  ad: DealtAd;
  buyerId: number;
  authorId: number;
  at: Date;
  note: string;
  place: Pick<MeetingRow, 'place_kind' | 'place_name' | 'place_address'>;
}

/** Proposes a meeting. The message of the chat is sent by a listener, in the same transaction. */
export async function proposeMeeting(
  services: Services,
  viewer: SignedInViewer,
  { board_id, user_id, ...proposal }: BodyOf<typeof meetingsApi.propose>,
  idempotency: IdempotencyKey | undefined,
): Promise<Meeting> {
  const { db } = services;
  const { userId: authorId } = viewer;
  const { ownerId } = await getCommentableAd(db, viewer, board_id);
  if (user_id === authorId || (ownerId !== authorId && ownerId !== user_id)) throw new Failure('not_found');
  const buyerId = ownerId === authorId ? user_id : authorId;
  const at = parseTime(services, proposal);
  const place = await findPlace(db, viewer, board_id, proposal);
  const { id } = await db.transaction().execute((tx) =>
    runIdempotent(tx, idempotency, async () => {
      const ad = requireFound(await lockDealtAd(tx, board_id));
      await requireArrangement(tx, ad, buyerId);
      const running = await lockRunningMeeting(tx, ad.id, buyerId);
      if (running !== undefined) await endPassed(services, tx, running);
      return addMeeting(services, tx, { ad, buyerId, authorId, at, note: proposal.note, place });
    }),
  );
  return getMeeting(services, viewer, id);
}

/** Proposes another place or time: the meeting is replaced, and waits for an answer of the other person anew. */
export async function changeMeeting(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  proposal: MeetingProposal,
  idempotency: IdempotencyKey | undefined,
): Promise<Meeting> {
  const { db } = services;
  const known = requireMeetingParty(viewer, await findMeeting(db, id));
  const adId = known.ad_id;
  if (adId === null) throw new Failure('meeting_unavailable');
  const at = parseTime(services, proposal);
  const place = await findPlace(db, viewer, adId, proposal);
  const created = await db.transaction().execute((tx) =>
    runIdempotent(tx, idempotency, async () => {
      const ad = requireFound(await lockDealtAd(tx, adId));
      const meeting = requireFound(await lockMeeting(tx, id));
      if (!mayChange(meeting, services.clock())) throw new Failure('meeting_closed');
      await requireArrangement(tx, ad, meeting.buyer_id);
      await updateMeeting(tx, meeting, { state: 'replaced' }, services.clock());
      const newId = await addMeeting(services, tx, {
        ad,
        buyerId: meeting.buyer_id,
        authorId: viewer.userId,
        at,
        note: proposal.note,
        place,
      });
      await copyRelatives(tx, id, newId);
      await emitMeetingsChanged(services, tx, { meetingIds: [id], isPinned: false });
      return newId;
    }),
  );
  return getMeeting(services, viewer, created.id);
}

async function addMeeting(services: Services, tx: Tx, meeting: Arrangement): Promise<number> {
  const { ad, buyerId, authorId, at, note, place } = meeting;
  const meetingId = await insertMeeting(tx, {
    ad_id: ad.id,
    ad_title: ad.title,
    seller_id: ad.owner_id,
    buyer_id: buyerId,
    proposed_by: authorId,
    ...place,
    at,
    note,
    created_at: services.clock(),
  });
  const receiverId = authorId === buyerId ? ad.owner_id : buyerId;
  await emitMeetingProposed(services, tx, { meetingId, adId: ad.id, senderId: authorId, receiverId });
  return meetingId;
}

/** Ends a running meeting whose time is over, so that another one may be proposed. */
async function endPassed(services: Services, tx: Tx, meeting: MeetingRow): Promise<void> {
  const now = services.clock();
  const state = stateAt(meeting, now);
  if (state === meeting.state) throw new Failure('meeting_runs');
  await updateMeeting(tx, meeting, { state }, now);
  await emitMeetingsChanged(services, tx, { meetingIds: [meeting.id], isPinned: false });
}

async function requireArrangement(tx: Tx, ad: DealtAd, buyerId: number): Promise<void> {
  await requireNoBlock(tx, ad.owner_id, buyerId);
  if (!(await mayArrangeMeeting(tx, ad.id, buyerId))) throw new Failure('meeting_unavailable');
}

/** Meetings are unknown to everybody but their two people. */
export function requireMeetingParty(viewer: SignedInViewer, meeting: MeetingRow | undefined): MeetingRow {
  if (meeting === undefined || !isPartyOf(viewer.userId, meeting)) throw new Failure('not_found');
  return meeting;
}

function parseTime({ clock }: Services, { at }: MeetingProposal): Date {
  const time = new Date(at);
  if (!isMeetingTime(time, clock())) throw new Failure('invalid_input', { fields: { at: 'deals.meeting.at.wrong' } });
  return time;
}

const findCityOf = async (db: Db, adId: number): Promise<number | null> =>
  (await db.selectFrom('ads').select('city_id').where('id', '=', adId).executeTakeFirst())?.city_id ?? null;

/** A place of the list of the ad’s city; where that has none, the words of the person. */
async function findPlace(
  db: Db,
  viewer: SignedInViewer,
  adId: number,
  { place_id, place }: MeetingProposal,
): Promise<Arrangement['place']> {
  const cityId = await findCityOf(db, adId);
  const unknown = new Failure('invalid_input', { fields: { place_id: 'deals.meeting.place.required' } });
  if (place_id) {
    const found = await findSafePlaceById(db, viewer.lang, place_id);
    if (found === undefined || found.city !== cityId) throw unknown;
    return { place_kind: found.kind, place_name: found.name, place_address: found.address };
  }
  if ((await listSafePlacesOf(db, viewer.lang, cityId)).length > 0) throw unknown;
  if (place === '') throw new Failure('invalid_input', { fields: { place: 'deals.meeting.place.required' } });
  return { place_kind: null, place_name: place, place_address: '' };
}

export async function listMeetingOptions(
  { db }: Services,
  viewer: SignedInViewer,
  { board_id }: QueryOf<typeof meetingsApi.options>,
): Promise<ResponseOf<typeof meetingsApi.options>> {
  await getCommentableAd(db, viewer, board_id);
  const cityId = await findCityOf(db, board_id);
  const [places, city] = await Promise.all([
    listSafePlacesOf(db, viewer.lang, cityId),
    cityId === null ? undefined : getCity(db, viewer.lang, cityId),
  ]);
  return { places, city_name: city?.name ?? '' };
}
