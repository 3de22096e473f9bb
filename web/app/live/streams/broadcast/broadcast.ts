import type { MediaSeat } from '@app/contract/live/media-room';
import type { IceServer } from '@app/contract/messaging/calls';
import {
  createOwnMedia,
  type Devices,
  NOTHING_OWN,
  type OwnMedia,
  type OwnView,
} from '../../../messaging/calls/media/own-media.ts';
import type { EndReason, MutedKind, Published, Room, RoomOptions, RoomState } from '../../media-rooms/room-types.ts';

/** What is sent, and how it gets there. */
export interface BroadcastView {
  own: OwnView;
  /** Null until the room is entered. */
  room: RoomState | null;
  /** Why nothing is sent any more. */
  over: EndReason | null;
}

interface BroadcastPorts {
  devices: Devices;
  openRoom(seat: MediaSeat, ice: readonly IceServer[], options: RoomOptions): Room;
  makeStream?: (track: MediaStreamTrack) => MediaStream;
}

/** Camera, microphone and screen of whoever streams: chosen before, sent from the moment the room is entered. */
export interface Broadcast {
  media: OwnMedia;
  view(): BroadcastView;
  subscribe(listener: () => void): () => void;
  /** Hear when a device that was on is gone. */
  onLost(listener: (kind: 'microphone' | 'camera') => void): () => void;
  enter(seat: MediaSeat, ice: readonly IceServer[], renewSeat: RoomOptions['renewSeat']): void;
  /** Leave the room; devices stay on. */
  leave(): void;
  close(): void;
}

export function createBroadcast({ devices, openRoom, makeStream }: BroadcastPorts): Broadcast {
  let view: BroadcastView = { own: NOTHING_OWN, room: null, over: null };
  let room: Room | null = null;
  let entries = 0;
  let sent: Published = {};
  const muted = new Map<MutedKind, boolean>();
  const listeners = new Set<() => void>();
  const losers = new Set<(kind: 'microphone' | 'camera') => void>();

  function change(part: Partial<BroadcastView>): void {
    view = { ...view, ...part };
    for (const listener of [...listeners]) listener();
  }

  const media = createOwnMedia({
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
      for (const listener of [...losers]) listener(kind);
    },
    ...(makeStream && { makeStream }),
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
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onLost(listener) {
      losers.add(listener);
      return () => void losers.delete(listener);
    },
    enter(seat, ice, renewSeat) {
      leave();
      // It may tell something before it is there.
      const mine = ++entries;
      change({ over: null, room: 'connecting' });
      const entered = openRoom(seat, ice, {
        renewSeat,
        onState: (state) => mine === entries && change({ room: state }),
        onEnd(reason) {
          if (mine !== entries) return;
          room = null;
          change({ room: null, over: reason });
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

/** What the dialog has opened goes on to the page of the stream. */
export function handOver(broadcast: Broadcast): void {
  prepared = broadcast;
}

/** Once. */
export function takeHandedOver(): Broadcast | null {
  const taken = prepared;
  prepared = null;
  return taken;
}
