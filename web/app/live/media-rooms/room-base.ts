import type { VideoLayer } from '@app/contract/live/media-room';
import { PersonStreams } from './person-streams.ts';
import { addStats, noStats } from './room-stats.ts';
import type { EndReason, MutedKind, PublishedTracks, Room, RoomEvents, RoomState, RoomStats } from './room-types.ts';

/** What every carrier of a room keeps: the published tracks, what is muted, and the state that it reports. */
export abstract class RoomBase<Events extends RoomEvents> implements Room {
  protected readonly options: Events;
  protected tracks: PublishedTracks = {};
  protected readonly muted = new Set<MutedKind>();
  protected isHandUp = false;
  protected isOver = false;
  protected readonly streams = new PersonStreams();
  #before = noStats();
  #state: RoomState | undefined;
  #hasBeenConnected = false;

  constructor(options: Events) {
    this.options = options;
  }

  protected abstract isConnected(): boolean;
  protected abstract applyTracks(): Promise<void>;
  protected abstract applyHand(): void;
  /** Closes what the carrier holds, after `isOver` was set. */
  protected abstract release(): void;
  abstract setLayer(user: number | '*', layer: VideoLayer): void;
  abstract stats(): Promise<RoomStats>;
  abstract leave(): void;

  publish(tracks: PublishedTracks): Promise<void> {
    this.tracks = { ...this.tracks, ...tracks };
    return this.applyTracks();
  }

  mute(kind: MutedKind, muted: boolean): void {
    if (muted) this.muted.add(kind);
    else this.muted.delete(kind);
    this.applyMutes();
  }

  hand(raised: boolean): void {
    this.isHandUp = raised;
    this.applyHand();
  }

  protected applyMutes(): void {
    void this.applyTracks();
  }

  protected carried(): PublishedTracks {
    const { audio, video, screen, screenAudio } = this.tracks;
    const isOn = (kind: MutedKind): boolean => !this.muted.has(kind);
    return {
      audio: isOn('audio') ? audio : null,
      video: isOn('video') ? video : null,
      screen: isOn('screen') ? screen : null,
      screenAudio: isOn('screen') ? screenAudio : null,
    };
  }

  protected sentKinds(): Record<MutedKind, boolean> {
    const { audio, video, screen } = this.carried();
    return { audio: audio != null, video: video != null, screen: screen != null };
  }

  /** Adds the numbers of a connection to those of the earlier ones. */
  protected async total(reading: Promise<RoomStats> | undefined): Promise<RoomStats> {
    return reading === undefined ? this.#before : addStats(this.#before, await reading);
  }

  /** Closes a connection after its last numbers were read. */
  protected retire(reading: Promise<RoomStats>, close: () => void): void {
    void reading
      .then((stats) => {
        this.#before = addStats(this.#before, stats);
      })
      .catch(() => {})
      .finally(close);
  }

  protected showState(lost?: 'failed'): void {
    const isConnected = this.isConnected();
    this.#hasBeenConnected ||= isConnected;
    const away = lost ?? (this.#hasBeenConnected ? 'reconnecting' : 'connecting');
    const state = this.isOver ? 'closed' : isConnected ? 'connected' : away;
    if (state === this.#state) return;
    this.#state = state;
    this.options.onState?.(state);
  }

  protected finish(reason: EndReason): void {
    if (this.isOver) return;
    this.isOver = true;
    this.release();
    this.showState();
    this.options.onEnd?.(reason);
  }
}

export function preferCodecs(transceiver: RTCRtpTransceiver, codecs: RegExp): void {
  const known = RTCRtpReceiver.getCapabilities?.(transceiver.receiver.track.kind)?.codecs ?? [];
  const preferred = known.filter(({ mimeType }) => codecs.test(mimeType));
  if (preferred.length > 0) transceiver.setCodecPreferences?.(preferred);
}
