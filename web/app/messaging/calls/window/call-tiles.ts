import type { CallParticipant } from '@app/contract/messaging/calls';
import { type ActiveCall, othersIn } from '../call-state.ts';

export interface CallTile {
  key: string;
  kind: 'person' | 'screen';
  user: number;
  firstname: string;
  lastname: string;
  photo: string | null;
  isOwn: boolean;
  isRinging: boolean;
  isAway: boolean;
  isMuted: boolean;
  isRaised: boolean;
  isSpeaking: boolean;
  /** The camera is on, but the viewer does not load it to save traffic. */
  isSaved: boolean;
  stream: MediaStream | null;
}

export type CallLayout = 'grid' | 'speaker';

const keyOf = (kind: CallTile['kind'], user: number): string => `${kind} ${user}`;

const hasPicture = (stream: MediaStream | undefined): boolean =>
  stream?.getVideoTracks().some(({ readyState }) => readyState === 'live') ?? false;

function personTile(running: ActiveCall, person: CallParticipant): CallTile {
  const { media } = running;
  const participant = media.people.find(({ user }) => user === person.user_id);
  const stream = media.streams.find(({ user, kind }) => user === person.user_id && kind === 'person')?.stream;
  const isRinging = person.state === 'ringing';
  const isSaved = media.saver.isOn || media.saver.off.includes(person.user_id);
  return {
    key: keyOf('person', person.user_id),
    kind: 'person',
    user: person.user_id,
    firstname: person.firstname,
    lastname: person.lastname,
    photo: person.photo,
    isOwn: false,
    isRinging,
    isAway: !isRinging && (person.state === 'away' || media.state === 'reconnecting'),
    isMuted: !isRinging && participant !== undefined && !participant.audio,
    isRaised: participant?.hand === true,
    isSpeaking: media.speakers[0] === person.user_id,
    isSaved: isSaved && participant?.video === true,
    stream: participant?.video === true && !isSaved && hasPicture(stream) ? (stream ?? null) : null,
  };
}

function ownTile(running: ActiveCall, me: CallParticipant | undefined, viewerId: number): CallTile {
  const { own, media } = running;
  return {
    key: keyOf('person', viewerId),
    kind: 'person',
    user: viewerId,
    firstname: me?.firstname ?? '',
    lastname: me?.lastname ?? '',
    photo: me?.photo ?? null,
    isOwn: true,
    isRinging: false,
    isAway: false,
    isMuted: !own.microphone.isOn,
    isRaised: running.isRaised,
    isSpeaking: media.speakers[0] === viewerId && own.microphone.isOn,
    isSaved: false,
    stream: own.picture,
  };
}

/** Lists the tiles in order: screens, the others by arrival, the viewer last. */
export function listCallTiles(running: ActiveCall, viewerId: number): readonly CallTile[] {
  const { call, media, own } = running;
  if (call === null) return [ownTile(running, undefined, viewerId)];
  const people = othersIn(call, viewerId).map((person) => personTile(running, person));
  const me = ownTile(
    running,
    call.people.find(({ user_id }) => user_id === viewerId),
    viewerId,
  );
  const screens = media.streams
    .filter(({ kind, user, stream }) => {
      const isOn = media.people.find((person) => person.user === user)?.screen === true;
      return kind === 'screen' && isOn && hasPicture(stream);
    })
    .flatMap(({ user, stream }): CallTile[] => {
      const person = people.find((one) => one.user === user);
      return person
        ? [{ ...person, key: keyOf('screen', user), kind: 'screen', isRaised: false, isSaved: false, stream }]
        : [];
    });
  const mine: CallTile[] =
    own.screen === null
      ? []
      : [{ ...me, key: keyOf('screen', viewerId), kind: 'screen', isRaised: false, stream: own.screen }];
  return [...screens, ...mine, ...people, me];
}

/**
 * Returns the large tile: the pinned one, else a screen of another participant, else the other person in a call of two
 * and the last speaker in speaker view. Null: all tiles are equal.
 */
export function findLargeTile(
  tiles: readonly CallTile[],
  layout: CallLayout,
  pinned: string | null,
  lastSpeaker: number | null,
): CallTile | null {
  if (tiles.length < 2) return null;
  const pinnedTile = tiles.find(({ key }) => key === pinned);
  if (pinnedTile) return pinnedTile;
  const screen = tiles.find(({ kind, isOwn }) => kind === 'screen' && !isOwn);
  if (screen) return screen;
  const people = tiles.filter(({ kind, isOwn }) => kind === 'person' && !isOwn);
  if (layout === 'grid') return tiles.length === 2 ? (people[0] ?? null) : null;
  return people.find(({ user }) => user === lastSpeaker) ?? people[0] ?? null;
}

/** Columns of the grid: 1, 2, 2×2, 3×2, 4×2; a narrow stage stacks the first tiles. */
export function columnsFor(count: number, isNarrow: boolean): number {
  if (isNarrow) return count <= 2 ? 1 : 2;
  if (count <= 1) return 1;
  if (count <= 4) return 2;
  return count <= 6 ? 3 : 4;
}
