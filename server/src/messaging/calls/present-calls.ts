import type { Call, CallParticipant, CallRing, PastCall } from '@app/contract/messaging/calls';
import type { ChatCard } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import { findUserSummaries, type UserSummary } from '../../people/users/accounts.public.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { presentAdCards } from '../chat/cards/ad-cards.public.ts';
import { presentListening } from './call-listening.ts';
import { presentRecording } from './call-recording.ts';
import { type CallParticipantRow, findParticipant, isIn } from './call-state.ts';
import type { CallRow } from './calls.queries.ts';

const SECOND_MS = 1000;

const linkOf = (roomId: string): string => `/?call=${roomId}`;

const presentParticipant = (
  { userId, state, page }: CallParticipantRow,
  name: UserSummary | undefined,
): CallParticipant => ({
  user_id: userId,
  firstname: name?.firstname ?? '',
  lastname: name?.lastname ?? '',
  photo: name?.photo ?? null,
  state: state === 'joined' && page === null ? 'away' : state,
});

async function presentAdCard(
  services: Services,
  viewer: SignedInViewer,
  adId: number | null,
): Promise<ChatCard | null> {
  if (adId === null) return null;
  return (await presentAdCards(services, viewer, [adId])).get(adId) ?? null;
}

export async function presentCall(services: Services, viewer: SignedInViewer, call: CallRow): Promise<Call> {
  const me = findParticipant(call, viewer.userId);
  const isInside = me !== undefined && isIn(me);
  const people = call.people.filter(({ state }) => isInside || (state !== 'visiting' && state !== 'refused'));
  const [names, ad] = await Promise.all([
    findUserSummaries(
      services.db,
      people.map(({ userId }) => userId),
    ),
    presentAdCard(services, viewer, call.adId),
  ]);
  const talked = call.startedAt === null ? 0 : (call.endedAt ?? call.now).getTime() - call.startedAt.getTime();
  return {
    room_id: call.roomId,
    state: call.state,
    mode: call.mode,
    started_by: call.starterId,
    video: call.isVideo ? 1 : 0,
    people: people.map((person) => presentParticipant(person, names.get(person.userId))),
    ad,
    created: call.createdAt.toISOString(),
    started: call.startedAt?.toISOString() ?? null,
    ended: call.endedAt?.toISOString() ?? null,
    duration_s: Math.max(0, Math.floor(talked / SECOND_MS)),
    rings_until: (me?.state === 'ringing' && me.ringsUntil?.toISOString()) || null,
    recording: isInside ? presentRecording(call) : null,
    listening: isInside ? presentListening(call) : null,
    link: linkOf(call.roomId),
  };
}

export async function presentRing(services: Services, viewer: SignedInViewer, call: CallRow): Promise<CallRing> {
  const me = findParticipant(call, viewer.userId);
  const others = call.people.filter(
    ({ userId, state }) => userId !== viewer.userId && (state === 'joined' || state === 'ringing'),
  );
  const caller = me?.inviterId ?? call.starterId ?? 0;
  const [names, ad] = await Promise.all([
    findUserSummaries(services.db, [caller, ...others.map(({ userId }) => userId)]),
    presentAdCard(services, viewer, call.adId),
  ]);
  return {
    room_id: call.roomId,
    users: others.map(({ userId }) => userId),
    names: others.map(({ userId }) => fullName(names.get(userId))),
    user_id: caller,
    firstname: names.get(caller)?.firstname ?? '',
    lastname: names.get(caller)?.lastname ?? '',
    photo: names.get(caller)?.photo ?? null,
    video: call.isVideo ? 1 : 0,
    ad,
    rings_until: (me?.ringsUntil ?? call.now).toISOString(),
  };
}

export const fullName = (person: UserSummary | undefined): string =>
  person === undefined ? '' : `${person.firstname} ${person.lastname}`.trim();

interface PastRow {
  id: number;
  room_id: string;
  starter_id: number | null;
  ad_id: number | null;
  is_video: boolean;
  created_at: Date;
  state: CallParticipantRow['state'];
  connected_ms: number;
  recorded_ms: number;
  is_answered: boolean;
  people: { user_id: number; state: CallParticipantRow['state'] }[] | null;
}

export async function listPastCalls(
  services: Services,
  viewer: SignedInViewer,
  { size, page }: { size: number; page: number },
): Promise<{ list: PastCall[]; total: number }> {
  const { db } = services;
  const { rows } = await sql<PastRow>`
    select c.id, c.room_id, c.starter_id, c.ad_id, c.is_video, c.created_at, p.state, p.connected_ms,
      c.started_at is not null as is_answered,
      case when p.agreed_at is null then 0
        else (select sum(r.recorded_ms) from call_participants r where r.call_id = c.id)::bigint end as recorded_ms,
      (select json_agg(json_build_object('user_id', o.user_id, 'state', o.state) order by o.joined_at nulls last, o.user_id)
        from call_participants o where o.call_id = c.id and o.user_id <> p.user_id and o.state not in ('visiting', 'refused')) as people
    from call_participants p join calls c on c.id = p.call_id
    where p.user_id = ${viewer.userId} and ${IN_HISTORY}
    order by p.call_id desc limit ${size} offset ${(page - 1) * size}`.execute(db);
  const [names, cards, total] = await Promise.all([
    findUserSummaries(db, [...new Set(rows.flatMap(({ people }) => (people ?? []).map(({ user_id }) => user_id)))]),
    presentAdCards(services, viewer, [...new Set(rows.flatMap(({ ad_id }) => (ad_id === null ? [] : [ad_id])))]),
    countPast(db, viewer.userId),
  ]);
  const list = rows.map(
    (row): PastCall => ({
      room_id: row.room_id,
      outgoing: row.starter_id === viewer.userId ? 1 : 0,
      outcome: outcomeOf(row, viewer.userId),
      video: row.is_video ? 1 : 0,
      people: (row.people ?? []).map(({ user_id, state }) => {
        const name = names.get(user_id);
        const { firstname = '', lastname = '', photo = null } = name ?? {};
        return { user_id, firstname, lastname, photo, state };
      }),
      ad: (row.ad_id !== null && cards.get(row.ad_id)) || null,
      created: row.created_at.toISOString(),
      duration_s: Math.floor(row.connected_ms / SECOND_MS),
      recorded_s: Math.floor(row.recorded_ms / SECOND_MS),
    }),
  );
  return { list, total };
}

const IN_HISTORY = sql`c.state = 'ended' and p.state not in ('visiting', 'refused')`;

async function countPast(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from call_participants p join calls c on c.id = p.call_id
    where p.user_id = ${userId} and ${IN_HISTORY}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the outcome as seen by one user: answered for participants, otherwise the result of the ring. */
function outcomeOf({ starter_id, state, is_answered, people }: PastRow, userId: number): PastCall['outcome'] {
  if (state === 'left' && is_answered) return 'answered';
  if (starter_id !== userId) return state === 'left' || state === 'cancelled' ? 'missed' : known(state);
  const states = (people ?? []).map((person) => person.state);
  return known((['declined', 'busy', 'missed'] as const).find((wanted) => states.includes(wanted)) ?? 'cancelled');
}

const known = (state: CallParticipantRow['state']): PastCall['outcome'] =>
  state === 'declined' || state === 'busy' || state === 'missed' ? state : 'cancelled';
