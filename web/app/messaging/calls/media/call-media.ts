import type { MediaJoinToken, VideoLayer } from '@app/contract/live/media-room';
import type { CallMedia } from '@app/contract/messaging/calls';
import type { DataSaver, DataSaverState } from '../../../live/media-rooms/data-saver.ts';
import type {
  EndReason,
  IceServer,
  MutedKind,
  PersonStream,
  PublishedTracks,
  Room,
  RoomEvents,
  RoomOptions,
  RoomPerson,
  RoomState,
  RoomStats,
} from '../../../live/media-rooms/room-types.ts';

export interface MediaView {
  state: RoomState;
  people: readonly RoomPerson[];
  streams: readonly PersonStream[];
  /** User ids, the loudest first. */
  speakers: readonly number[];
  kbps: number | null;
  saver: DataSaverState;
}

const NO_DATA_SAVER: DataSaverState = { isOn: false, isAutomatic: false, off: [], bytesSaved: 0 };
export const NO_MEDIA: MediaView = {
  state: 'connecting',
  people: [],
  streams: [],
  speakers: [],
  kbps: null,
  saver: NO_DATA_SAVER,
};

export interface Transports {
  openRoom(joinToken: MediaJoinToken, ice: readonly IceServer[], options: RoomOptions): Room;
  openPeer(
    signal: { send(data: object): void; subscribe(onData: (data: unknown) => void): () => void },
    ice: readonly IceServer[],
    isPolite: boolean,
    options: RoomEvents & { user: number },
  ): Room;
  createDataSaver(room: Room, onChange: (state: DataSaverState) => void): DataSaver;
}

interface MediaPorts {
  transports: Transports;
  signal(to: number, data: object): void;
  renewJoinToken(): Promise<MediaJoinToken | null>;
  onChange(view: MediaView): void;
  /** No peer-to-peer connection was found, or the media server refused; the caller then requests the room transport. */
  onStuck(): void;
  /** The same user entered on another page, or was removed. */
  onEnd(reason: EndReason): void;
}

interface ActiveTransport {
  mode: CallMedia['mode'];
  peer: number | null;
  room: Room;
  saver: DataSaver;
  view: MediaView;
}

export interface CallMediaLink {
  applyMedia(media: CallMedia): void;
  receiveSignal(from: number, data: unknown): void;
  publish(tracks: PublishedTracks): void;
  mute(kind: MutedKind, muted: boolean): void;
  hand(raised: boolean): void;
  setDataSaver(isOn: boolean): void;
  setPersonLayer(user: number, layer: VideoLayer): void;
  stats(): Promise<RoomStats | null>;
  close(): void;
}

/** Merges the streams of both transports: one stream per person and kind, the newer transport wins. */
function merge(older: readonly PersonStream[], newer: readonly PersonStream[]): readonly PersonStream[] {
  const has = (one: PersonStream): boolean => newer.some(({ user, kind }) => user === one.user && kind === one.kind);
  return [...older.filter((one) => !has(one)), ...newer];
}

/**
 * Carries sound and picture of one call. While the transport changes from peer-to-peer to the server, the old one stays
 * until the new one is connected, so that sound is never interrupted.
 */
export function createCallMedia({
  transports,
  signal,
  renewJoinToken,
  onChange,
  onStuck,
  onEnd,
}: MediaPorts): CallMediaLink {
  let current: ActiveTransport | null = null;
  let previous: ActiveTransport | null = null;
  let published: PublishedTracks = {};
  const muted = new Map<MutedKind, boolean>();
  let isRaised = false;
  let isSaving = false;
  const layers = new Map<number, VideoLayer>();
  const listeners = new Set<(data: unknown) => void>();
  let isClosed = false;

  function publishView(): void {
    if (current === null || isClosed) return;
    const { view } = current;
    onChange(previous === null ? view : { ...view, streams: merge(previous.view.streams, view.streams) });
  }

  function end(transport: ActiveTransport | null): void {
    transport?.saver.close();
    transport?.room.leave();
  }

  function open(mode: CallMedia['mode'], peer: number | null, createRoom: (events: RoomEvents) => Room): void {
    const old = current;
    let transport: ActiveTransport | undefined;
    const change = (part: Partial<MediaView>): void => {
      if (transport === undefined || (transport !== current && transport !== previous)) return;
      transport.view = { ...transport.view, ...part };
      publishView();
    };
    const room = createRoom({
      onPeople(people) {
        transport?.saver.updatePeople(people);
        change({ people });
      },
      onStreams: (streams) => change({ streams }),
      onSpeakers: (speakers) => change({ speakers: speakers.map(({ user }) => user) }),
      onBandwidth: (kbps, isTight) => {
        transport?.saver.updateBandwidth(kbps, isTight);
        change({ kbps });
      },
      onState(state) {
        if (transport === undefined || transport !== current) return;
        if (state === 'connected' && previous !== null) {
          end(previous);
          previous = null;
        }
        change({ state });
        if (state === 'failed') onStuck();
      },
      onEnd(reason) {
        if (transport === undefined || transport !== current || isClosed) return;
        if (reason === 'replaced') onEnd(reason);
        else if (reason !== 'left') onStuck();
      },
    });
    let initialSaverState: DataSaverState = NO_DATA_SAVER;
    const saver = transports.createDataSaver(room, (state) => {
      initialSaverState = state;
      change({ saver: state });
    });
    transport = { mode, peer, room, saver, view: { ...NO_MEDIA, saver: initialSaverState } };
    if (old?.view.state === 'connected' && mode !== old.mode) {
      end(previous);
      previous = old;
    } else end(old);
    current = transport;
    void room.publish(published);
    for (const [kind, isMuted] of muted) room.mute(kind, isMuted);
    if (isRaised) room.hand(true);
    if (isSaving) saver.set(true);
    for (const [user, layer] of layers) saver.setPerson(user, layer);
    publishView();
  }

  return {
    applyMedia({ mode, peer, seat, ice }) {
      if (isClosed) return;
      if (mode === 'peer') {
        if (peer === undefined) return;
        // The same transport with the same peer is kept, because it reconnects by itself.
        if (current?.mode === 'peer' && current.peer === peer.user_id && current.view.state !== 'closed') return;
        const channel = {
          send: (data: object) => signal(peer.user_id, data),
          subscribe: (onData: (data: unknown) => void) => {
            listeners.add(onData);
            return () => void listeners.delete(onData);
          },
        };
        open('peer', peer.user_id, (events) =>
          transports.openPeer(channel, ice, peer.polite === 1, { ...events, user: peer.user_id }),
        );
        return;
      }
      if (current?.mode === 'room' && (current.view.state === 'connected' || current.view.state === 'connecting'))
        return;
      if (seat === undefined) return;
      open('room', null, (events) => transports.openRoom(seat, ice, { ...events, renewJoinToken }));
    },
    receiveSignal(from, data) {
      if (current?.peer !== from && previous?.peer !== from) return;
      for (const listener of [...listeners]) listener(data);
    },
    publish(tracks) {
      published = { ...published, ...tracks };
      void current?.room.publish(tracks);
      void previous?.room.publish(tracks);
    },
    mute(kind, isMuted) {
      muted.set(kind, isMuted);
      current?.room.mute(kind, isMuted);
      previous?.room.mute(kind, isMuted);
    },
    hand(raised) {
      isRaised = raised;
      current?.room.hand(raised);
    },
    setDataSaver(isOn) {
      isSaving = isOn;
      current?.saver.set(isOn);
    },
    setPersonLayer(user, layer) {
      layers.set(user, layer);
      current?.saver.setPerson(user, layer);
    },
    stats: async () => (current === null ? null : current.room.stats()),
    close() {
      isClosed = true;
      end(previous);
      end(current);
      current = previous = null;
    },
  };
}
