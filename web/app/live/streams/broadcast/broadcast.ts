import type { IceServer, MediaJoinToken } from '@app/contract/live/media-room';
import { createStore } from '../../../platform/state-machine.ts';
import {
  createLocalMedia,
  type Devices,
  type LocalMedia,
  type LocalMediaView,
  NO_LOCAL_MEDIA,
} from '../../media-rooms/local-media.ts';
import type {
  EndReason,
  MutedKind,
  PublishedTracks,
  Room,
  RoomOptions,
  RoomState,
} from '../../media-rooms/room-types.ts';

export interface BroadcastView {
  own: LocalMediaView;
  room: RoomState | null;
  endReason: EndReason | null;
}

interface BroadcastPorts {
  devices: Devices;
  openRoom(joinToken: MediaJoinToken, ice: readonly IceServer[], options: RoomOptions): Room;
  createStream?: (track: MediaStreamTrack) => MediaStream;
}

export interface Broadcast {
  media: LocalMedia;
  view(): BroadcastView;
  subscribe(listener: () => void): () => void;
  onLost(listener: (kind: 'microphone' | 'camera') => void): () => void;
  enter(joinToken: MediaJoinToken, ice: readonly IceServer[], renewJoinToken: RoomOptions['renewJoinToken']): void;
  leave(): void;
  close(): void;
}

export function createBroadcast({ devices, openRoom, createStream }: BroadcastPorts): Broadcast {
  const store = createStore<BroadcastView>({ own: NO_LOCAL_MEDIA, room: null, endReason: null });
  let room: Room | null = null;
  let entries = 0;
  let sent: PublishedTracks = {};
  const muted = new Map<MutedKind, boolean>();
  const lostListeners = new Set<(kind: 'microphone' | 'camera') => void>();

  const change = (part: Partial<BroadcastView>): void => store.set({ ...store.state(), ...part });

  const media = createLocalMedia({
    devices,
    publish(tracks) {
      sent = { ...sent, ...tracks };
      void room?.publish(tracks);
    },
    mute(kind, isMuted) {
      muted.set(kind, isMuted);
      room?.mute(kind, isMuted);
    },
    onChange: (own) => change({ own }),
    onLost(kind) {
      for (const listener of [...lostListeners]) listener(kind);
    },
    ...(createStream && { createStream }),
  });

  function leave(): void {
    const left = room;
    room = null;
    entries += 1;
    left?.leave();
    change({ room: null });
  }

  return {
    media,
    view: store.state,
    subscribe: store.subscribe,
    onLost(listener) {
      lostListeners.add(listener);
      return () => void lostListeners.delete(listener);
    },
    enter(joinToken, ice, renewJoinToken) {
      leave();
      // The room may call back before `openRoom` returns.
      const entry = ++entries;
      change({ endReason: null, room: 'connecting' });
      const entered = openRoom(joinToken, ice, {
        renewJoinToken,
        onState: (state) => entry === entries && change({ room: state }),
        onEnd(reason) {
          if (entry !== entries) return;
          room = null;
          change({ room: null, endReason: reason });
        },
      });
      room = entered;
      void entered.publish(sent);
      for (const [kind, isMuted] of muted) entered.mute(kind, isMuted);
    },
    leave,
    close() {
      leave();
      media.close();
    },
  };
}

let prepared: Broadcast | null = null;

export function setPreparedBroadcast(broadcast: Broadcast): void {
  prepared = broadcast;
}

export function consumePreparedBroadcast(): Broadcast | null {
  const taken = prepared;
  prepared = null;
  return taken;
}
