import type { MediaJoinToken, VideoLayer } from '@app/contract/live/media-room';
import type { IceServer } from '@app/contract/messaging/calls';

export type { IceServer };

export type MutedKind = 'audio' | 'video' | 'screen';

/** Somebody else in the room, and what of theirs is on. */
export interface RoomPerson {
  user: number;
  audio: boolean;
  video: boolean;
  screen: boolean;
  hand: boolean;
}

/** What is seen and heard of somebody: their person, or the screen that they share. The stream stays the same object while it lasts. */
export interface PersonStream {
  user: number;
  kind: 'person' | 'screen';
  stream: MediaStream;
}

export interface Speaker {
  user: number;
  /** 0 to 1. */
  level: number;
}

/**
 * `connecting` until media flows for the first time; `reconnecting` while it comes back by itself; `failed`: peer to peer only, no way
 * was found for five seconds (it goes on trying, and may be `connected` after all); `closed` is the end.
 */
export type RoomState = 'connecting' | 'connected' | 'reconnecting' | 'failed' | 'closed';

/** `left`: by ourselves; `replaced`: the same person is in this room on another page; the others come from the server. */
export type EndReason = 'left' | 'ended' | 'dropped' | 'replaced' | 'refused' | 'unsupported';

/** Each is called with all there is, not with changes. */
export interface RoomEvents {
  /** The others. */
  onPeople?(people: readonly RoomPerson[]): void;
  onStreams?(streams: readonly PersonStream[]): void;
  /** Who speaks right now, the loudest first. */
  onSpeakers?(speakers: readonly Speaker[]): void;
  onState?(state: RoomState): void;
  /** Once, at the end. */
  onEnd?(reason: EndReason): void;
  /** What the line carries to us, in kbit/s, and whether pictures had to be made smaller for it; every few seconds. */
  onBandwidth?(kbps: number, isTight: boolean): void;
}

export type RenewedJoinToken = MediaJoinToken & { ice?: readonly IceServer[] };

/** What a room on a server needs besides. */
export interface RoomOptions extends RoomEvents {
  /**
   * A fresh token for the same seat, and fresh relays with it where there are; null when there is no seat any more. Where nobody can say
   * right now it fails, and is asked again a little later.
   */
  renewJoinToken(): Promise<RenewedJoinToken | null>;
}

/** What of ours is sent: what is left out stays as it is, null takes it away. Tracks stay their owner's: nobody else stops them. */
export interface PublishedTracks {
  audio?: MediaStreamTrack | null;
  video?: MediaStreamTrack | null;
  screen?: MediaStreamTrack | null;
  screenAudio?: MediaStreamTrack | null;
}

export interface RoomStats {
  /** All that came and went since the room was opened, through every break. */
  bytesReceived: number;
  bytesSent: number;
  framesDecoded: number;
  framesSent: number;
  packetsReceived: number;
  packetsLost: number;
  freezes: number;
  /** Milliseconds there and back. */
  roundTrip: number | undefined;
  people: readonly PersonStats[];
}

export interface PersonStats {
  user: number;
  kind: 'person' | 'screen';
  audioBytes: number;
  videoBytes: number;
  framesDecoded: number;
  width: number;
  height: number;
}

/** A room to be in, whatever carries it: our own server, LiveKit, or the other person directly. */
export interface Room {
  publish(tracks: PublishedTracks): Promise<void>;
  /** Send silence or nothing, and let everybody know. The track stays. */
  mute(kind: MutedKind, muted: boolean): void;
  /** One person's picture, or everybody's: `*`. A person's own choice is stronger. */
  setLayer(user: number | '*', layer: VideoLayer): void;
  hand(raised: boolean): void;
  stats(): Promise<RoomStats>;
  leave(): void;
}
