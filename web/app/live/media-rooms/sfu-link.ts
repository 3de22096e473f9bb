import type { IceServer, ProducerKind, RoomSlot } from '@app/contract/live/media-room';
import { preferCodecs } from './room-base.ts';
import type { PublishedTracks } from './room-types.ts';

/** Local candidates help little, and the server finds the client without them. */
const GATHER_MS = 300;
/** Milliseconds until a disconnected peer connection counts as lost; most recover by themselves. */
const AWAY_MS = 1500;
/** A connection that is not established within this time starts anew. */
const CONNECT_MS = 10_000;

const HIGH: RTCRtpEncodingParameters = { maxBitrate: 1_200_000 };
/** Low layer for low bandwidth and small tiles: a quarter of the width and height. */
const LOW: RTCRtpEncodingParameters = { maxBitrate: 150_000, scaleResolutionDownBy: 4 };
const SCREEN: RTCRtpEncodingParameters = { maxBitrate: 2_000_000 };

/** The sent m-lines in the order of the offer, with the track that each carries. */
const SENT_TRACKS: readonly {
  kind: ProducerKind;
  carries: keyof PublishedTracks;
  encoding?: RTCRtpEncodingParameters;
}[] = [
  { kind: 'audio', carries: 'audio' },
  { kind: 'video', carries: 'video', encoding: HIGH },
  { kind: 'video_low', carries: 'video', encoding: LOW },
  { kind: 'screen', carries: 'screen', encoding: SCREEN },
  { kind: 'screen_audio', carries: 'screenAudio' },
];

export interface LinkOffer {
  sdp: string;
  sends: { mid: string; kind: ProducerKind }[];
}

interface LinkEvents {
  onConnected(): void;
  onLost(): void;
}

/** One peer connection to the media server: a single offer and answer, never renegotiated. */
export class SfuLink {
  readonly #pc: RTCPeerConnection;
  readonly #sent: {
    sender: RTCRtpSender;
    carries: keyof PublishedTracks;
    transceiver: RTCRtpTransceiver;
    kind: ProducerKind;
  }[];
  readonly #events: LinkEvents;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ice: readonly IceServer[], slots: number, maySend: boolean, events: LinkEvents) {
    this.#events = events;
    this.#pc = new RTCPeerConnection({ iceServers: [...ice], bundlePolicy: 'max-bundle' });
    this.#sent = (maySend ? SENT_TRACKS : []).map(({ kind, carries, encoding }) => {
      const transceiver = this.#pc.addTransceiver(kind.endsWith('audio') ? 'audio' : 'video', {
        direction: 'sendonly',
        ...(encoding && { sendEncodings: [encoding] }),
      });
      return { kind, carries, transceiver, sender: transceiver.sender };
    });
    for (let i = 0; i < slots; i++) {
      this.#pc.addTransceiver('audio', { direction: 'recvonly' });
      this.#pc.addTransceiver('video', { direction: 'recvonly' });
    }
    // With all codecs the offer of a call would be ten times as long.
    for (const transceiver of this.#pc.getTransceivers())
      preferCodecs(transceiver, maySend ? OWN_CODECS : WATCHED_CODECS);
    this.#pc.onconnectionstatechange = () => this.#follow();
    this.#wait(CONNECT_MS);
  }

  get isConnected(): boolean {
    return this.#pc.connectionState === 'connected';
  }

  async offer(tracks: PublishedTracks): Promise<LinkOffer> {
    await this.send(tracks);
    await this.#pc.setLocalDescription();
    await gathered(this.#pc);
    return {
      sdp: this.#pc.localDescription?.sdp ?? '',
      sends: this.#sent.map(({ transceiver, kind }) => ({ mid: transceiver.mid ?? '', kind })),
    };
  }

  async answer(sdp: string): Promise<void> {
    await this.#pc.setRemoteDescription({ type: 'answer', sdp });
  }

  async send(tracks: PublishedTracks): Promise<void> {
    await Promise.all(this.#sent.map(({ sender, carries }) => sender.replaceTrack(tracks[carries] ?? null)));
  }

  tracksOf({ audio_mid, video_mid }: RoomSlot): MediaStreamTrack[] {
    return this.#pc
      .getTransceivers()
      .filter(({ mid }) => mid !== null && (mid === audio_mid || mid === video_mid))
      .map(({ receiver }) => receiver.track);
  }

  stats(): Promise<RTCStatsReport> {
    return this.#pc.getStats();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#pc.onconnectionstatechange = null;
    this.#pc.close();
  }

  #follow(): void {
    const { connectionState } = this.#pc;
    if (connectionState === 'connected') {
      clearTimeout(this.#timer);
      this.#events.onConnected();
    } else if (connectionState === 'disconnected') {
      this.#wait(AWAY_MS);
    } else if (connectionState === 'failed') {
      this.#wait(0);
    }
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#events.onLost(), ms);
  }
}

const OWN_CODECS = /^(audio\/opus|video\/(VP8|rtx))$/i;
/** Encoders such as OBS also send H264 to streams. */
const WATCHED_CODECS = /^(audio\/opus|video\/(VP8|H264|rtx))$/i;

function gathered(pc: RTCPeerConnection): Promise<void> {
  if (pc.iceGatheringState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, GATHER_MS);
    pc.addEventListener('icegatheringstatechange', () => {
      if (pc.iceGatheringState !== 'complete') return;
      clearTimeout(timer);
      resolve();
    });
  });
}
