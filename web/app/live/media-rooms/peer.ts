import type { IceServer, VideoLayer } from '@app/contract/live/media-room';
import { watchNetwork } from './network.ts';
import { preferCodecs, RoomBase } from './room-base.ts';
import { findPair, noStats, reportsOf, summarizeReports } from './room-stats.ts';
import type { PublishedTracks, Room, RoomEvents, RoomStats } from './room-types.ts';

/** Transport of signalling messages between two peers; messages may be lost or duplicated. */
export interface PeerSignal {
  send(data: object): void;
  subscribe(onData: (data: unknown) => void): () => void;
}

export interface PeerOptions extends RoomEvents {
  user: number;
}

/** Milliseconds without a connection until peer to peer counts as failed and a media server is needed. */
const FAILED_MS = 5000;
/** Longer, because the other side may still be loading its page. */
const SILENT_MS = 10_000;
/** Unacknowledged signals are repeated after this time. */
const RESEND_MS = 1000;
const AWAY_MS = 1500;
const LEVELS_EVERY_MS = 250;
const BANDWIDTH_EVERY_MS = 3000;
/** Quieter levels are microphone noise. */
const SPEECH = 0.02;

/** Transceivers of both directions, in fixed order. */
const TRANSCEIVERS: readonly { kind: 'audio' | 'video'; carries: keyof PublishedTracks; maxBitrate?: number }[] = [
  { kind: 'audio', carries: 'audio' },
  { kind: 'video', carries: 'video', maxBitrate: 1_500_000 },
  { kind: 'video', carries: 'screen', maxBitrate: 2_500_000 },
  { kind: 'audio', carries: 'screenAudio' },
];
const CAMERA = 1;
const LOW_BITRATE = 150_000;
const LOW_SCALE = 4;
/** Every browser supports one of these codecs. Descriptions with all codecs would not fit into one signal. */
const CODECS = /^(audio\/opus|video\/(VP8|H264|rtx))$/i;

/**
 * `me` identifies this page's session, `you` the known session of the other side; signals for an earlier session are
 * ignored.
 */
type Signal = { me: string; you?: string } & (
  | { kind: 'hello' | 'bye' }
  | { kind: 'sdp'; type: 'offer' | 'answer'; sdp: string }
  | { kind: 'ice'; candidate: RTCIceCandidateInit }
);

type OutgoingSignal<S> = S extends Signal ? Omit<S, 'me' | 'you'> : never;

type DataChannelMessage =
  | { is: 'on'; audio: boolean; video: boolean; screen: boolean; hand: boolean }
  | { is: 'want'; layer: VideoLayer }
  | { is: 'line'; kbps: number; isTight: boolean };

type MediaStatus = Extract<DataChannelMessage, { is: 'on' }>;

class Peer extends RoomBase<PeerOptions> {
  readonly #signal: PeerSignal;
  readonly #ice: readonly IceServer[];
  readonly #isPolite: boolean;
  readonly #me = crypto.randomUUID();
  #you: string | undefined;

  #pc: RTCPeerConnection | undefined;
  #channel: RTCDataChannel | undefined;
  #isOffering = false;
  #isTakingAnswer = false;
  #isIgnoring = false;
  /**
   * ICE candidates of the current description. They are repeated too, because they may get lost and the connection
   * needs at least one.
   */
  #candidates: RTCIceCandidateInit[] = [];
  #queue: Promise<void> = Promise.resolve();

  #wantedLayer: VideoLayer = 'high';
  #requestedLayer: VideoLayer = 'high';
  #status: MediaStatus | undefined;

  #measured = noStats();
  #hasFailed = false;
  #isSpeaking = false;
  #failing: ReturnType<typeof setTimeout> | undefined;
  #away: ReturnType<typeof setTimeout> | undefined;
  readonly #timers: ReturnType<typeof setInterval>[];
  readonly #stops: (() => void)[];

  constructor(signal: PeerSignal, ice: readonly IceServer[], isPolite: boolean, options: PeerOptions) {
    super(options);
    this.#signal = signal;
    this.#ice = ice;
    this.#isPolite = isPolite;
    this.#stops = [
      signal.subscribe((data) => {
        this.#queue = this.#queue.then(() => this.#handleSignal(data as Signal)).catch(() => {});
      }),
      watchNetwork(() => this.#pc?.restartIce()),
    ];
    this.#timers = [
      setInterval(() => this.#resend(), RESEND_MS),
      setInterval(() => this.#listenToLevels(), LEVELS_EVERY_MS),
      setInterval(() => void this.#sendBandwidth(), BANDWIDTH_EVERY_MS),
    ];
    this.#failing = setTimeout(() => this.#fail(), SILENT_MS);
    this.#showState();
    this.#sendSignal({ kind: 'hello' });
  }

  setLayer(_user: number | '*', layer: VideoLayer): void {
    this.#wantedLayer = layer;
    this.#sendMessage({ is: 'want', layer });
  }

  stats(): Promise<RoomStats> {
    return this.total(this.#pc && this.#read(this.#pc));
  }

  leave(): void {
    this.#sendSignal({ kind: 'bye' });
    this.finish('left');
  }

  async #handleSignal(signal: Signal): Promise<void> {
    if (this.isOver || typeof signal !== 'object' || signal === null) return;
    if (signal.kind === 'hello') this.#handleHello(signal);
    else if (signal.me !== this.#you || signal.you !== this.#me) return;
    else if (signal.kind === 'sdp') await this.#describe({ type: signal.type, sdp: signal.sdp });
    else if (signal.kind === 'ice') await this.#addCandidate(signal.candidate);
    else if (signal.kind === 'bye') this.#disconnect();
  }

  /** The other page is present: for the first time, after a reload, or repeating a lost signal. */
  #handleHello({ me, you }: Signal): void {
    if (me !== this.#you) {
      this.#disconnect();
      this.#you = me;
      this.#connect();
    } else if (!this.#isPolite && this.#pc?.signalingState === 'have-local-offer') {
      this.#sendDescription(this.#pc);
    }
    if (you !== this.#me) this.#sendSignal({ kind: 'hello' });
  }

  #connect(): void {
    const pc = new RTCPeerConnection({ iceServers: [...this.#ice], bundlePolicy: 'max-bundle' });
    this.#pc = pc;
    this.#isOffering = this.#isTakingAnswer = this.#isIgnoring = false;
    this.#candidates = [];
    this.#status = undefined;
    this.#measured = noStats();
    this.#requestedLayer = 'high';
    clearTimeout(this.#failing);
    this.#failing = setTimeout(() => this.#fail(), FAILED_MS);
    pc.onnegotiationneeded = () => void this.#negotiate(pc);
    pc.onicecandidate = ({ candidate }) => {
      if (candidate !== null) this.#sendCandidate(candidate.toJSON());
    };
    pc.onconnectionstatechange = () => this.#follow(pc);
    pc.ondatachannel = ({ channel }) => this.#open(channel);
    if (this.#isPolite) return;
    // Only one side creates transceivers; otherwise they would exist twice.
    for (const { kind } of TRANSCEIVERS) preferCodecs(pc.addTransceiver(kind, { direction: 'sendrecv' }), CODECS);
    this.#open(pc.createDataChannel('notes'));
    void this.#send();
  }

  async #negotiate(pc: RTCPeerConnection): Promise<void> {
    try {
      this.#isOffering = true;
      await pc.setLocalDescription();
      if (this.#pc === pc) this.#sendDescription(pc);
    } catch {
      // The connection was closed in between, or the other side was faster.
    } finally {
      if (this.#pc === pc) this.#isOffering = false;
    }
  }

  /**
   * Perfect negotiation: when both offer at once, the polite side rolls its offer back and the other side ignores the
   * incoming one.
   */
  async #describe(description: { type: 'offer' | 'answer'; sdp: string }): Promise<void> {
    const pc = this.#pc;
    if (pc === undefined) return;
    const isReady = !this.#isOffering && (pc.signalingState === 'stable' || this.#isTakingAnswer);
    this.#isIgnoring = !this.#isPolite && description.type === 'offer' && !isReady;
    if (this.#isIgnoring || (description.type === 'answer' && pc.signalingState !== 'have-local-offer')) return;
    this.#isTakingAnswer = description.type === 'answer';
    try {
      await pc.setRemoteDescription(description);
    } finally {
      this.#isTakingAnswer = false;
    }
    if (description.type === 'answer') {
      await this.#send();
      return;
    }
    for (const transceiver of pc.getTransceivers()) {
      if (transceiver.direction === 'recvonly') transceiver.direction = 'sendrecv';
    }
    await this.#send();
    await pc.setLocalDescription();
    if (this.#pc === pc) this.#sendDescription(pc);
  }

  async #addCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    try {
      await this.#pc?.addIceCandidate(candidate);
    } catch {
      // The candidate belongs to an ignored offer or a closed connection.
    }
  }

  #sendDescription(pc: RTCPeerConnection): void {
    const description = pc.localDescription;
    if (description === null || (description.type !== 'offer' && description.type !== 'answer')) return;
    this.#sendSignal({ kind: 'sdp', type: description.type, sdp: description.sdp });
  }

  #sendCandidate(candidate: RTCIceCandidateInit): void {
    // Candidates from before an ICE restart are invalid.
    this.#candidates = this.#candidates.filter(
      ({ usernameFragment }) => usernameFragment === candidate.usernameFragment,
    );
    this.#candidates.push(candidate);
    this.#sendSignal({ kind: 'ice', candidate });
  }

  #follow(pc: RTCPeerConnection): void {
    if (this.#pc !== pc) return;
    clearTimeout(this.#away);
    if (pc.connectionState === 'connected') {
      clearTimeout(this.#failing);
      this.#failing = undefined;
      this.#hasFailed = false;
      this.#showStreams();
    } else if (pc.connectionState === 'disconnected' || pc.connectionState === 'failed') {
      this.#failing ??= setTimeout(() => this.#fail(), FAILED_MS);
      this.#away = setTimeout(() => pc.restartIce(), pc.connectionState === 'failed' ? 0 : AWAY_MS);
    }
    this.#showState();
  }

  #fail(): void {
    this.#failing = undefined;
    this.#hasFailed = true;
    this.#showState();
  }

  #resend(): void {
    const pc = this.#pc;
    if (pc === undefined || this.#you === undefined) this.#sendSignal({ kind: 'hello' });
    else if (pc.signalingState === 'have-local-offer') this.#sendDescription(pc);
    else if (pc.connectionState === 'connected') return;
    else if (this.#isPolite && pc.remoteDescription === null) this.#sendSignal({ kind: 'hello' });
    else if (pc.connectionState === 'failed') pc.restartIce();
    else for (const candidate of this.#candidates) this.#sendSignal({ kind: 'ice', candidate });
  }

  #disconnect(): void {
    const pc = this.#pc;
    this.#you = undefined;
    this.#pc = undefined;
    this.#channel = undefined;
    this.#status = undefined;
    clearTimeout(this.#away);
    if (pc === undefined) return;
    pc.onnegotiationneeded = pc.onicecandidate = pc.onconnectionstatechange = pc.ondatachannel = null;
    this.retire(this.#read(pc), () => pc.close());
    this.#showPeople();
    this.#showStreams();
    this.#showState();
  }

  #open(channel: RTCDataChannel): void {
    this.#channel = channel;
    channel.onopen = () => {
      this.applyHand();
      if (this.#wantedLayer !== 'high') this.#sendMessage({ is: 'want', layer: this.#wantedLayer });
    };
    channel.onmessage = ({ data }) => {
      if (this.#channel === channel) this.#handleMessage(JSON.parse(String(data)) as DataChannelMessage);
    };
    channel.onclose = () => {
      if (this.#channel === channel) this.#disconnect();
    };
    if (channel.readyState === 'open') channel.onopen(new Event('open') as RTCDataChannelEvent);
  }

  #handleMessage(message: DataChannelMessage): void {
    if (message.is === 'on') {
      this.#status = message;
      this.#showPeople();
      this.#showStreams();
    } else if (message.is === 'want') {
      this.#requestedLayer = message.layer;
      void this.#send();
    } else if (message.is === 'line') {
      this.options.onBandwidth?.(message.kbps, message.isTight);
    }
  }

  protected isConnected(): boolean {
    return this.#pc?.connectionState === 'connected';
  }

  protected async applyTracks(): Promise<void> {
    this.applyHand();
    await this.#send();
  }

  protected applyHand(): void {
    this.#sendMessage({ is: 'on', ...this.sentKinds(), hand: this.isHandUp });
  }

  async #send(): Promise<void> {
    const carried = this.carried();
    if (this.#requestedLayer === 'off') carried.video = null;
    const transceivers = this.#pc?.getTransceivers() ?? [];
    await Promise.all(
      TRANSCEIVERS.map(async ({ carries, maxBitrate }, index) => {
        const sender = transceivers[index]?.sender;
        // Fails on a connection that was closed in between.
        await sender?.replaceTrack(carried[carries] ?? null).catch(() => {});
        if (sender !== undefined && maxBitrate !== undefined) {
          await limitBitrate(sender, index === CAMERA && this.#requestedLayer === 'low' ? LOW_BITRATE : maxBitrate);
        }
      }),
    );
  }

  #sendMessage(message: DataChannelMessage): void {
    if (this.#channel?.readyState === 'open') this.#channel.send(JSON.stringify(message));
  }

  #sendSignal(message: OutgoingSignal<Signal>): void {
    if (!this.isOver)
      this.#signal.send({ ...message, me: this.#me, ...(this.#you !== undefined && { you: this.#you }) });
  }

  #showPeople(): void {
    const { user, onPeople } = this.options;
    if (this.#status === undefined) onPeople?.([]);
    else {
      const { audio, video, screen, hand } = this.#status;
      onPeople?.([{ user, audio, video, screen, hand }]);
    }
  }

  #showStreams(): void {
    const { user, onStreams } = this.options;
    const tracks = (this.#pc?.getTransceivers() ?? []).map(({ receiver }) => receiver.track);
    onStreams?.(
      this.streams.set([
        ...(this.isConnected() ? [{ user, kind: 'person', tracks: tracks.slice(0, 2) } as const] : []),
        ...(this.#status?.screen ? [{ user, kind: 'screen', tracks: tracks.slice(2, 4) } as const] : []),
      ]),
    );
  }

  #showState(): void {
    this.showState(this.#hasFailed ? 'failed' : undefined);
  }

  #listenToLevels(): void {
    const receiver = this.#pc?.getTransceivers()[0]?.receiver;
    const level = receiver?.getSynchronizationSources?.()[0]?.audioLevel ?? 0;
    const isSpeaking = level > SPEECH && this.#status?.audio === true;
    if (isSpeaking) this.options.onSpeakers?.([{ user: this.options.user, level }]);
    else if (this.#isSpeaking) this.options.onSpeakers?.([]);
    this.#isSpeaking = isSpeaking;
  }

  /** Only the sender knows the bandwidth to the other side. */
  async #sendBandwidth(): Promise<void> {
    const pc = this.#pc;
    if (pc?.connectionState !== 'connected' || pc.signalingState !== 'stable') return;
    const reports = reportsOf(await pc.getStats());
    const bits = findPair(reports)?.availableOutgoingBitrate;
    const pictures = reports.filter(
      ({ type, kind, framesPerSecond }) => type === 'outbound-rtp' && kind === 'video' && (framesPerSecond ?? 0) > 0,
    );
    // Without video the browser does not probe, so its estimate is meaningless.
    if (bits === undefined || pictures.length === 0) return;
    const isTight = pictures.some(({ qualityLimitationReason }) => qualityLimitationReason === 'bandwidth');
    this.#sendMessage({ is: 'line', kbps: Math.round(bits / 1000), isTight });
  }

  async #read(pc: RTCPeerConnection): Promise<RoomStats> {
    // Stats are not read during negotiation, because that has crashed Chromium.
    if (pc.signalingState !== 'stable') return this.#measured;
    const { user } = this.options;
    const mids = pc.getTransceivers().map(({ mid }) => mid);
    const reports = await pc.getStats();
    const stats = summarizeReports(reportsOf(reports), (mid) => ({
      user,
      kind: mids.indexOf(mid) < 2 ? 'person' : 'screen',
    }));
    if (this.#pc === pc) this.#measured = stats;
    return stats;
  }

  protected release(): void {
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#failing);
    for (const stop of this.#stops) stop();
    this.#disconnect();
  }
}

/** Opens a peer-to-peer connection. Exactly one of the two sides is polite. */
export const openPeer = (
  signal: PeerSignal,
  ice: readonly IceServer[],
  isPolite: boolean,
  options: PeerOptions,
): Room => new Peer(signal, ice, isPolite, options);

async function limitBitrate(sender: RTCRtpSender, maxBitrate: number): Promise<void> {
  const parameters = sender.getParameters();
  const [encoding] = parameters.encodings ?? [];
  // Encodings are empty before the first answer.
  if (encoding === undefined || encoding.maxBitrate === maxBitrate) return;
  encoding.maxBitrate = maxBitrate;
  encoding.scaleResolutionDownBy = maxBitrate === LOW_BITRATE ? LOW_SCALE : 1;
  await sender.setParameters(parameters).catch(() => {});
}
