import type { IceServer, MediaJoinToken } from '@app/contract/live/media-room';
import type { PersonStream, Room, RoomOptions, RoomPerson, RoomState } from '../../media-rooms/room-types.ts';

export interface WatchView {
  state: RoomState;
  /** The shared screen, or else the camera; null: audio only. */
  main: MediaStream | null;
  inset: MediaStream | null;
  sounds: readonly PersonStream[];
}

const hasPicture = ({ stream }: PersonStream): boolean =>
  stream.getVideoTracks().some(({ readyState }) => readyState === 'live');

/**
 * Assigns streams to places. A stream keeps its track while the video is off, so the participants' state decides what
 * is shown.
 */
function arrange(
  streams: readonly PersonStream[],
  people: readonly RoomPerson[],
): Pick<WatchView, 'main' | 'inset' | 'sounds'> {
  const isOn = ({ user, kind }: PersonStream): boolean => {
    const participant = people.find((one) => one.user === user);
    return participant === undefined || (kind === 'screen' ? participant.screen : participant.video);
  };
  const shown = streams.filter((one) => hasPicture(one) && isOn(one));
  const screen = shown.find(({ kind }) => kind === 'screen')?.stream ?? null;
  const person = shown.find(({ kind }) => kind === 'person')?.stream ?? null;
  return { main: screen ?? person, inset: screen === null ? null : person, sounds: streams };
}

interface WatchPorts {
  joinToken: MediaJoinToken;
  ice: readonly IceServer[];
  openRoom(joinToken: MediaJoinToken, ice: readonly IceServer[], options: RoomOptions): Room;
  renewJoinToken: RoomOptions['renewJoinToken'];
  onChange(view: WatchView): void;
  onEnd(): void;
}

export interface WatchSession {
  setResting(isResting: boolean): void;
  leave(): void;
}

export function watchStream({ joinToken, ice, openRoom, renewJoinToken, onChange, onEnd }: WatchPorts): WatchSession {
  let view: WatchView = { state: 'connecting', main: null, inset: null, sounds: [] };
  let hasLeft = false;
  const change = (part: Partial<WatchView>): void => {
    if (hasLeft) return;
    view = { ...view, ...part };
    onChange(view);
  };
  let streams: readonly PersonStream[] = [];
  let people: readonly RoomPerson[] = [];
  const room = openRoom(joinToken, ice, {
    renewJoinToken,
    onPeople(next) {
      people = next;
      change(arrange(streams, people));
    },
    onStreams(next) {
      streams = next;
      change(arrange(streams, people));
    },
    onState: (state) => change({ state }),
    onEnd(reason) {
      if (!hasLeft && reason !== 'left') onEnd();
    },
  });
  return {
    setResting: (isResting) => room.setLayer('*', isResting ? 'off' : 'high'),
    leave() {
      hasLeft = true;
      room.leave();
    },
  };
}
