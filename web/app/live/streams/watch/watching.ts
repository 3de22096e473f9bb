import type { MediaSeat } from '@app/contract/live/media-room';
import type { IceServer } from '@app/contract/messaging/calls';
import type { PersonStream, Room, RoomOptions, RoomPerson, RoomState } from '../../media-rooms/room-types.ts';

/** What comes in of a stream over the media server. */
export interface WatchView {
  state: RoomState;
  /** What fills the picture: the screen that is shown, or else the camera; null: sound only. */
  main: MediaStream | null;
  /** The camera beside a shown screen. */
  inset: MediaStream | null;
  /** Everything that sounds. */
  sounds: readonly PersonStream[];
}

const hasPicture = ({ stream }: PersonStream): boolean =>
  stream.getVideoTracks().some(({ readyState }) => readyState === 'live');

/** Where each part of a stream goes. A place keeps its track while its picture is switched off: the people say which are on. */
function arrange(
  streams: readonly PersonStream[],
  people: readonly RoomPerson[],
): Pick<WatchView, 'main' | 'inset' | 'sounds'> {
  const isOn = ({ user, kind }: PersonStream): boolean => {
    const here = people.find((one) => one.user === user);
    return here === undefined || (kind === 'screen' ? here.screen : here.video);
  };
  const shown = streams.filter((one) => hasPicture(one) && isOn(one));
  const screen = shown.find(({ kind }) => kind === 'screen')?.stream ?? null;
  const person = shown.find(({ kind }) => kind === 'person')?.stream ?? null;
  return { main: screen ?? person, inset: screen === null ? null : person, sounds: streams };
}

interface WatchPorts {
  seat: MediaSeat;
  ice: readonly IceServer[];
  openRoom(seat: MediaSeat, ice: readonly IceServer[], options: RoomOptions): Room;
  renewSeat: RoomOptions['renewSeat'];
  onChange(view: WatchView): void;
  /** Nothing comes this way any more. */
  onEnd(): void;
}

export interface Watching {
  /** While something else is on the screen, nothing need come in. */
  rest(isResting: boolean): void;
  leave(): void;
}

/** Watch a stream with the least delay there is. */
export function watch({ seat, ice, openRoom, renewSeat, onChange, onEnd }: WatchPorts): Watching {
  let view: WatchView = { state: 'connecting', main: null, inset: null, sounds: [] };
  let hasLeft = false;
  const change = (part: Partial<WatchView>): void => {
    if (hasLeft) return;
    view = { ...view, ...part };
    onChange(view);
  };
  let streams: readonly PersonStream[] = [];
  let people: readonly RoomPerson[] = [];
  const room = openRoom(seat, ice, {
    renewSeat,
    onPeople(given) {
      people = given;
      change(arrange(streams, people));
    },
    onStreams(given) {
      streams = given;
      change(arrange(streams, people));
    },
    onState: (state) => change({ state }),
    onEnd(reason) {
      if (!hasLeft && reason !== 'left') onEnd();
    },
  });
  return {
    rest: (isResting) => room.setLayer('*', isResting ? 'off' : 'high'),
    leave() {
      hasLeft = true;
      room.leave();
    },
  };
}
