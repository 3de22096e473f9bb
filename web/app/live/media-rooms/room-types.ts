import type { IceServer, MediaJoinToken, VideoLayer } from '@app/contract/live/media-room';

export type { IceServer };

export type MutedKind = 'audio' | 'video' | 'screen';

export interface RoomPerson {
  user: number;
  audio: boolean;
  video: boolean;
  screen: boolean;
  hand: boolean;
}

/** Media of a participant: the person or a shared screen. The stream object stays the same while it lasts. */
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
 * `connecting` until media flows for the first time; `reconnecting` during automatic reconnection; `failed`: peer to
 * peer only, no connection for five seconds (retries go on and may still reach `connected`); `closed` is final.
 */
export type RoomState = 'connecting' | 'connected' | 'reconnecting' | 'failed' | 'closed';

/**
 * `left`: by this page; `replaced`: the same user entered the room on another page; the others are sent by the server.
 */
export type EndReason = 'left' | 'ended' | 'dropped' | 'replaced' | 'refused' | 'unsupported';

/** Each callback receives the full list, not changes. */
export interface RoomEvents {
  onPeople?(people: readonly RoomPerson[]): void;
  onStreams?(streams: readonly PersonStream[]): void;
  onSpeakers?(speakers: readonly Speaker[]): void;
  onState?(state: RoomState): void;
  onEnd?(reason: EndReason): void;
  /** Incoming bandwidth in kbit/s and whether video was reduced because of it; every few seconds. */
  onBandwidth?(kbps: number, isTight: boolean): void;
}

export type RenewedJoinToken = MediaJoinToken & { ice?: readonly IceServer[] };

/** Additional options of a room on a media server. */
export interface RoomOptions extends RoomEvents {
  /**
   * Requests a fresh join token, with new relays where there are any; null when the user may not join any more. A
   * failed request is repeated a little later.
   */
  renewJoinToken(): Promise<RenewedJoinToken | null>;
}

/** Published tracks: absent keys stay, null removes. The caller keeps ownership and stops the tracks. */
export interface PublishedTracks {
  audio?: MediaStreamTrack | null;
  video?: MediaStreamTrack | null;
  screen?: MediaStreamTrack | null;
  screenAudio?: MediaStreamTrack | null;
}

export interface RoomStats {
  bytesReceived: number;
  bytesSent: number;
  framesDecoded: number;
  framesSent: number;
  packetsReceived: number;
  packetsLost: number;
  freezes: number;
  /** Milliseconds. */
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

/** A media room, independent of its transport: own media server, LiveKit or peer to peer. */
export interface Room {
  publish(tracks: PublishedTracks): Promise<void>;
  mute(kind: MutedKind, muted: boolean): void;
  /** Sets the layer of one participant's video, or of all (`*`). An individual setting takes precedence. */
  setLayer(user: number | '*', layer: VideoLayer): void;
  hand(raised: boolean): void;
  stats(): Promise<RoomStats>;
  leave(): void;
}
