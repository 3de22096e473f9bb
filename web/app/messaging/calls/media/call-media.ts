import type { MediaSeat, VideoLayer } from '@app/contract/live/media-room';
import type { CallMedia } from '@app/contract/messaging/calls';
import type {
  EndReason,
  IceServer,
  MutedKind,
  PersonStream,
  Published,
  Room,
  RoomEvents,
  RoomOptions,
  RoomPerson,
  RoomState,
  RoomStats,
} from '../../../live/media-rooms/room-types.ts';
import type { Saver, SaverState } from '../../../live/media-rooms/saver.ts';

/** What comes in and how, whatever carries it. */
export interface MediaView {
  state: RoomState;
  people: readonly RoomPerson[];
  streams: readonly PersonStream[];
  /** Who speaks, the loudest first. */
  speakers: readonly number[];
  kbps: number | null;
  saver: SaverState;
}

const NO_SAVER: SaverState = { isOn: false, isAutomatic: false, off: [], bytesSaved: 0 };
export const NO_MEDIA: MediaView = {
  state: 'connecting',
  people: [],
  streams: [],
  speakers: [],
  kbps: null,
  saver: NO_SAVER,
};

/** The two ways, as the browser side of a room gives them. */
export interface Ways {
  openRoom(seat: MediaSeat, ice: readonly IceServer[], options: RoomOptions): Room;
  openPeer(
    signal: { send(data: object): void; listen(onData: (data: unknown) => void): () => void },
    ice: readonly IceServer[],
    isPolite: boolean,
    options: RoomEvents & { user: number },
  ): Room;
  createSaver(room: Room, onChange: (state: SaverState) => void): Saver;
}

interface MediaPorts {
  ways: Ways;
  /** To the other one of a call of two. */
  signal(to: number, data: object): void;
  renewSeat(): Promise<MediaSeat | null>;
  onChange(view: MediaView): void;
  /** No straight way was found, or the media server said no: ask for the room. */
  onStuck(): void;
  /** The same person is in the room on another page, or was shown out. */
  onEnd(reason: EndReason): void;
}

/** One way that is open, with what came over it. */
interface Way {
  mode: CallMedia['mode'];
  /** The other one, of a straight way. */
  peer: number | null;
  room: Room;
  saver: Saver;
  view: MediaView;
}

export interface CallMediaLink {
  take(media: CallMedia): void;
  hear(from: number, data: unknown): void;
  publish(tracks: Published): void;
  mute(kind: MutedKind, muted: boolean): void;
  hand(raised: boolean): void;
  save(isOn: boolean): void;
  savePerson(user: number, layer: VideoLayer): void;
  stats(): Promise<RoomStats | null>;
  close(): void;
}

/** Each kind of stream of each person once, of the newest way that has it. */
function merge(older: readonly PersonStream[], newer: readonly PersonStream[]): readonly PersonStream[] {
  const has = (one: PersonStream): boolean => newer.some(({ user, kind }) => user === one.user && kind === one.kind);
  return [...older.filter((one) => !has(one)), ...newer];
}

/**
 * What carries sound and picture of one call. When the way changes, from straight to over the server, the old one stays until the
 * new one carries: nobody falls silent in between.
 */
export function createCallMedia({ ways, signal, renewSeat, onChange, onStuck, onEnd }: MediaPorts): CallMediaLink {
  let now: Way | null = null;
  let before: Way | null = null;
  let sent: Published = {};
  const muted = new Map<MutedKind, boolean>();
  let isRaised = false;
  let isSaving = false;
  const layers = new Map<number, VideoLayer>();
  const listeners = new Set<(data: unknown) => void>();
  let isClosed = false;

  function tell(): void {
    if (now === null || isClosed) return;
    const { view } = now;
    onChange(before === null ? view : { ...view, streams: merge(before.view.streams, view.streams) });
  }

  function end(way: Way | null): void {
    way?.saver.close();
    way?.room.leave();
  }

  function open(mode: CallMedia['mode'], peer: number | null, make: (events: RoomEvents) => Room): void {
    const old = now;
    let way: Way | undefined;
    const change = (part: Partial<MediaView>): void => {
      if (way === undefined || (way !== now && way !== before)) return;
      way.view = { ...way.view, ...part };
      tell();
    };
    const room = make({
      onPeople(people) {
        way?.saver.notePeople(people);
        change({ people });
      },
      onStreams: (streams) => change({ streams }),
      onSpeakers: (speakers) => change({ speakers: speakers.map(({ user }) => user) }),
      onBandwidth: (kbps, isTight) => {
        way?.saver.noteBandwidth(kbps, isTight);
        change({ kbps });
      },
      onState(state) {
        if (way === undefined || way !== now) return;
        if (state === 'connected' && before !== null) {
          end(before);
          before = null;
        }
        change({ state });
        if (state === 'failed') onStuck();
      },
      onEnd(reason) {
        if (way === undefined || way !== now || isClosed) return;
        if (reason === 'replaced') onEnd(reason);
        else if (reason !== 'left') onStuck();
      },
    });
    let made: SaverState = NO_SAVER;
    const saver = ways.createSaver(room, (state) => {
      made = state;
      change({ saver: state });
    });
    way = { mode, peer, room, saver, view: { ...NO_MEDIA, saver: made } };
    if (old?.view.state === 'connected' && mode !== old.mode) {
      end(before);
      before = old;
    } else end(old);
    now = way;
    void room.publish(sent);
    for (const [kind, isMuted] of muted) room.mute(kind, isMuted);
    if (isRaised) room.hand(true);
    if (isSaving) saver.set(true);
    for (const [user, layer] of layers) saver.setPerson(user, layer);
    tell();
  }

  return {
    take({ mode, peer, seat, ice }) {
      if (isClosed) return;
      if (mode === 'peer') {
        if (peer === undefined) return;
        // The same way again: it finds back by itself.
        if (now?.mode === 'peer' && now.peer === peer.user_id && now.view.state !== 'closed') return;
        const channel = {
          send: (data: object) => signal(peer.user_id, data),
          listen: (onData: (data: unknown) => void) => {
            listeners.add(onData);
            return () => void listeners.delete(onData);
          },
        };
        open('peer', peer.user_id, (events) =>
          ways.openPeer(channel, ice, peer.polite === 1, { ...events, user: peer.user_id }),
        );
        return;
      }
      if (now?.mode === 'room' && (now.view.state === 'connected' || now.view.state === 'connecting')) return;
      if (seat === undefined) return;
      open('room', null, (events) => ways.openRoom(seat, ice, { ...events, renewSeat }));
    },
    hear(from, data) {
      if (now?.peer !== from && before?.peer !== from) return;
      for (const listener of [...listeners]) listener(data);
    },
    publish(tracks) {
      sent = { ...sent, ...tracks };
      void now?.room.publish(tracks);
      void before?.room.publish(tracks);
    },
    mute(kind, isMuted) {
      muted.set(kind, isMuted);
      now?.room.mute(kind, isMuted);
      before?.room.mute(kind, isMuted);
    },
    hand(raised) {
      isRaised = raised;
      now?.room.hand(raised);
    },
    save(isOn) {
      isSaving = isOn;
      now?.saver.set(isOn);
    },
    savePerson(user, layer) {
      layers.set(user, layer);
      now?.saver.setPerson(user, layer);
    },
    stats: async () => (now === null ? null : now.room.stats()),
    close() {
      isClosed = true;
      end(before);
      end(now);
      now = before = null;
    },
  };
}
