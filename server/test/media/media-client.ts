import type { MediaClientMessage, MediaServerMessage, ProducerKind, RoomSlot } from '@app/contract/live/media-room';
import { buildNack, buildReceiverReport, buildRemb, parseRtcp } from '@app/media-node/rtp/rtcp';
import { isRtcp, payloadStart, sequenceOf, ssrcOf } from '@app/media-node/rtp/rtp';
import { Audio, PeerConnection, type Track, Video } from 'node-datachannel';
import { WebSocket } from 'ws';
import { type Clip, payloadsOf, rtpPacket } from '../clip.ts';
import { type LossyPath, openLossyPath } from '../lossy-path.ts';
import { whenConnected, whenGathered } from './peer-state.ts';

const OPUS = 111;
const VP8 = 96;
const H264 = 106;
export const H264_FORMAT = 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f';
const LEVEL_ID = 3;
let ssrcs = 1000;

export interface Received {
  words: Map<number, string>;
  ssrcs: Set<number>;
  /** Packets reported as missing until they arrive. */
  missing: Set<number>;
}

interface Sent {
  track: Track;
  ssrc: number;
  sequence: number;
  kept: Map<number, Buffer>;
  keyframeWanted: boolean;
  keyframesAsked: number;
  bitsPerSecond: number;
}

export interface ClientOptions {
  sends?: readonly ProducerKind[];
  slots?: number;
  codec?: 'vp8' | 'h264';
  /** Share of lost packets, from 0 to 1. */
  losesComing?: number;
  losesGoing?: number;
  /** Is shown every datagram of the connection, and may change its bytes. */
  onPacket?: (packet: Buffer, to: 'node' | 'browser') => void;
  /** Begins the handshake of DTLS instead of leaving the choice to the node. */
  isActive?: boolean;
}

type Heard<T extends MediaServerMessage['type']> = Extract<MediaServerMessage, { type: T }>;

export class MediaClient {
  readonly heard: MediaServerMessage[] = [];
  readonly received = new Map<string, Received>();
  readonly sent = new Map<ProducerKind, Sent>();
  private readonly socket: WebSocket;
  private readonly opened: Promise<void>;
  private readonly watchers = new Set<() => void>();
  private peer: PeerConnection | undefined;
  private readonly places = new Map<string, Track>();
  private readonly repairs: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private offers = 0;
  private path: LossyPath | undefined;
  closedWith: number | undefined;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(url, { headers });
    this.opened = new Promise((resolve, reject) => {
      this.socket.once('open', () => resolve());
      this.socket.once('error', reject);
    });
    this.opened.catch(() => {});
    this.socket.on('error', () => {});
    this.socket.on('message', (data) => {
      this.heard.push(JSON.parse(data.toString()));
      this.wake();
    });
    this.socket.on('close', (code) => {
      this.closedWith = code;
      this.wake();
    });
  }

  async say(message: MediaClientMessage | object): Promise<void> {
    await this.opened;
    this.socket.send(JSON.stringify(message));
  }

  async sayRaw(frame: string | Buffer): Promise<void> {
    await this.opened;
    this.socket.send(frame);
  }

  async until(holds: () => boolean, what: string): Promise<void> {
    if (holds()) return;
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (!holds()) return;
        clearTimeout(late);
        clearInterval(poll);
        this.watchers.delete(look);
        resolve();
      };
      const late = setTimeout(() => {
        clearInterval(poll);
        this.watchers.delete(look);
        reject(new Error(`${what}; heard ${JSON.stringify(this.heard.slice(-6)).slice(0, 1500)}`));
      }, 20_000);
      const poll = setInterval(look, 20);
      this.watchers.add(look);
    });
  }

  /** Waits for the next matching message; includes those already received. */
  async hear<T extends MediaServerMessage['type']>(
    type: T,
    fits: (message: Heard<T>) => boolean = () => true,
  ): Promise<Heard<T>> {
    const find = (): Heard<T> | undefined =>
      this.heard.findLast((message): message is Heard<T> => message.type === type && fits(message as Heard<T>));
    await this.until(() => find() !== undefined, `${type} was not heard`);
    return find() as Heard<T>;
  }

  get slots(): RoomSlot[] {
    return this.heard.findLast((message) => message.type === 'slots')?.slots ?? [];
  }

  async join(token: string, options: ClientOptions = {}): Promise<this> {
    await this.say({ type: 'enter', token });
    await this.hear('entered');
    await this.connect(options);
    return this;
  }

  async connect(options: ClientOptions = {}): Promise<void> {
    this.path?.close();
    this.path = undefined;
    this.peer?.close();
    this.received.clear();
    this.repairs.length = 0;
    this.sent.clear();
    const { sends = ['audio', 'video'], slots = 7, codec = 'vp8' } = options;
    const peer = new PeerConnection('client', {
      iceServers: [],
      bindAddress: '127.0.0.1',
      disableAutoNegotiation: true,
      forceMediaTransport: true,
    });
    this.peer = peer;
    const mids = sends.map((kind, index) => ({ mid: String(index), kind }));
    for (const { mid, kind } of mids) this.addSent(peer, mid, kind, codec);
    for (let slot = 0; slot < slots; slot += 1) {
      this.addReceived(peer, `a${slot}`, 'audio', codec);
      this.addReceived(peer, `v${slot}`, 'video', codec);
    }
    const connected = whenConnected(peer);
    const gathered = whenGathered(peer);
    peer.setLocalDescription('offer');
    await gathered;
    this.offers += 1;
    const id = this.offers;
    const own = peer.localDescription()?.sdp ?? '';
    const sdp = options.isActive ? own.replaceAll('a=setup:actpass', 'a=setup:active') : own;
    const on = { audio: sends.includes('audio'), video: sends.includes('video'), screen: sends.includes('screen') };
    await this.say({ type: 'offer', id, sdp, sends: mids, on });
    const answer = await this.hear('answer', (message) => message.id === id);
    peer.setRemoteDescription(withoutEnd(await this.lead(answer.sdp, options)), 'answer');
    await connected;
  }

  play(who: string): void {
    let tick = 0;
    this.timer = setInterval(() => {
      tick += 1;
      for (const repair of this.repairs) repair();
      for (const [kind, sent] of this.sent) {
        if (kind === 'audio' || kind === 'screen_audio') this.sendSound(sent, `${who} ${kind}`, tick);
        else if (tick % 2 === 0) this.sendPicture(sent, `${who} ${kind}`, tick);
      }
    }, 20);
  }

  async playClip(clip: Clip): Promise<void> {
    const startedAt = performance.now();
    for (const packet of clip.packets) {
      const wait = packet.ms - (performance.now() - startedAt);
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const sent = this.sent.get(packet.kind);
      if (sent === undefined || !sent.track.isOpen()) continue;
      const payloads = payloadsOf(clip, packet);
      const payloadType = packet.kind === 'audio' ? OPUS : clip.codec === 'vp8' ? VP8 : H264;
      const timestamp = packet.ms * (packet.kind === 'audio' ? 48 : 90);
      for (const [index, payload] of payloads.entries()) {
        const { sequence, ssrc } = sent;
        const isLast = index === payloads.length - 1;
        sent.sequence = (sequence + 1) & 0xffff;
        sent.track.sendMessageBinary(rtpPacket({ payloadType, sequence, timestamp, ssrc, isLast }, payload));
      }
    }
  }

  words(mid: string | null): string[] {
    return [...(this.received.get(mid ?? '')?.words.values() ?? [])];
  }

  report(mid: string, { lost, bitsPerSecond }: { lost: number; bitsPerSecond?: number }): void {
    const [ssrc] = this.received.get(mid)?.ssrcs ?? [];
    const track = this.places.get(mid);
    if (ssrc === undefined || track?.isOpen() !== true) return;
    const fractionLost = Math.floor(lost * 256);
    const nothing = { totalLost: 0, highestSequence: 0, jitter: 0, lastReport: 0, sinceLastReport: 0 };
    track.sendMessageBinary(buildReceiverReport(1, { ssrc, fractionLost, ...nothing }));
    if (bitsPerSecond !== undefined) track.sendMessageBinary(buildRemb(1, bitsPerSecond, [ssrc]));
  }

  close(): void {
    clearInterval(this.timer);
    this.peer?.onStateChange(() => {});
    this.peer?.close();
    this.peer = undefined;
    this.path?.close();
    this.path = undefined;
    this.socket.terminate();
  }

  closeSocket(): void {
    this.socket.close();
  }

  get dropped(): number {
    return this.path?.dropped ?? 0;
  }

  /** Sends a datagram to the node from the address of this client; needs `onPacket`. */
  inject(packet: Buffer): void {
    this.path?.inject(packet);
  }

  private async lead(answer: string, options: ClientOptions): Promise<string> {
    const { losesComing = 0, losesGoing = 0, onPacket } = options;
    const candidate = / 127\.0\.0\.1 (\d+) typ host/.exec(answer);
    const isDirect = losesComing + losesGoing === 0 && onPacket === undefined;
    if (isDirect || candidate === null) return answer;
    this.path = await openLossyPath(Number(candidate[1]), {
      ...{ coming: losesComing, going: losesGoing },
      ...(onPacket && { onPacket }),
    });
    return answer.replaceAll(candidate[0], ` 127.0.0.1 ${this.path.port} typ host`);
  }

  private wake(): void {
    for (const watcher of [...this.watchers]) watcher();
  }

  private addSent(peer: PeerConnection, mid: string, kind: ProducerKind, codec: 'vp8' | 'h264'): void {
    const isSound = kind === 'audio' || kind === 'screen_audio';
    const media = isSound ? new Audio(mid, 'SendOnly') : new Video(mid, 'SendOnly');
    if ('addOpusCodec' in media) media.addOpusCodec(OPUS);
    else if (codec === 'vp8') media.addVP8Codec(VP8);
    else media.addH264Codec(H264, H264_FORMAT);
    if (kind === 'audio') media.parseSdpLine(`a=extmap:${LEVEL_ID} urn:ietf:params:rtp-hdrext:ssrc-audio-level`);
    ssrcs += 1;
    media.addSSRC(ssrcs, 'client', 'client', kind);
    const track = peer.addTrack(media);
    const sent: Sent = {
      track,
      ssrc: ssrcs,
      sequence: 65_500,
      kept: new Map(),
      keyframeWanted: true,
      keyframesAsked: 0,
      bitsPerSecond: 0,
    };
    this.sent.set(kind, sent);
    track.onMessage((packet) => {
      for (const part of parseRtcp(packet)) {
        if (part.type === 'keyframe') {
          sent.keyframeWanted = true;
          sent.keyframesAsked += 1;
        } else if (part.type === 'bandwidth') sent.bitsPerSecond = part.bitsPerSecond;
        else if (part.type === 'nack') {
          for (const sequence of part.sequences) {
            const kept = sent.kept.get(sequence);
            if (kept !== undefined && track.isOpen()) track.sendMessageBinary(kept);
          }
        }
      }
    });
  }

  private addReceived(peer: PeerConnection, mid: string, kind: 'audio' | 'video', codec: 'vp8' | 'h264'): void {
    const media = kind === 'audio' ? new Audio(mid, 'RecvOnly') : new Video(mid, 'RecvOnly');
    if ('addOpusCodec' in media) media.addOpusCodec(OPUS);
    else {
      media.addVP8Codec(VP8);
      if (codec === 'h264') media.addH264Codec(H264, H264_FORMAT);
    }
    const track = peer.addTrack(media);
    this.places.set(mid, track);
    const received: Received = { words: new Map(), ssrcs: new Set(), missing: new Set() };
    this.received.set(mid, received);
    this.repairs.push(() => {
      const [ssrc] = received.ssrcs;
      const asked = [...received.missing].slice(0, 64);
      if (ssrc !== undefined && asked.length > 0 && track.isOpen()) track.sendMessageBinary(buildNack(1, ssrc, asked));
    });
    let last: number | undefined;
    track.onMessage((packet) => {
      if (isRtcp(packet)) return;
      const sequence = sequenceOf(packet);
      const isNew = last === undefined || ((sequence - last) & 0xffff) < 0x8000;
      if (isNew && last !== undefined && kind === 'video') recordMissing(received, last, sequence);
      received.missing.delete(sequence);
      if (isNew) last = sequence;
      received.ssrcs.add(ssrcOf(packet));
      received.words.set(sequence, packet.toString('latin1', (payloadStart(packet) ?? 0) + 2));
    });
  }

  private sendSound(sent: Sent, words: string, tick: number): void {
    // RTP header extension with one element: audio level 30 dB below full scale.
    const extension = Buffer.from([0xbe, 0xde, 0, 1, (LEVEL_ID << 4) | 0, 30, 0, 0]);
    this.send(sent, OPUS, tick * 960, false, Buffer.concat([Buffer.from([0x78, 0]), Buffer.from(words)]), extension);
  }

  private sendPicture(sent: Sent, words: string, tick: number): void {
    const isKey = sent.keyframeWanted;
    sent.keyframeWanted = false;
    for (let part = 0; part < 3; part += 1) {
      const descriptor = Buffer.from([part === 0 ? 0x10 : 0, isKey ? 0 : 1]);
      const said = `${words} ${isKey ? 'key' : 'delta'}`;
      this.send(sent, VP8, tick * 1800, part === 2, Buffer.concat([descriptor, Buffer.from(said.padEnd(300))]));
    }
  }

  private send(
    sent: Sent,
    payloadType: number,
    timestamp: number,
    isLast: boolean,
    payload: Buffer,
    extension?: Buffer,
  ) {
    const header = Buffer.alloc(12);
    header[0] = extension === undefined ? 0x80 : 0x90;
    header[1] = payloadType | (isLast ? 0x80 : 0);
    header.writeUInt16BE(sent.sequence, 2);
    header.writeUInt32BE(timestamp, 4);
    header.writeUInt32BE(sent.ssrc, 8);
    const packet = Buffer.concat([header, extension ?? Buffer.alloc(0), payload]);
    sent.kept.set(sent.sequence, packet);
    sent.kept.delete((sent.sequence - 500) & 0xffff);
    sent.sequence = (sent.sequence + 1) & 0xffff;
    if (sent.track.isOpen()) sent.track.sendMessageBinary(packet);
  }
}

/**
 * Removes `end-of-candidates`: the library applies it while it still parses addresses, and gives up on a busy machine.
 * Browsers handle both at once.
 */
export const withoutEnd = (sdp: string): string => sdp.replaceAll('a=end-of-candidates\r\n', '');

function recordMissing({ missing }: Received, last: number, sequence: number): void {
  for (let each = (last + 1) & 0xffff; each !== sequence && missing.size < 200; each = (each + 1) & 0xffff) {
    missing.add(each);
  }
}
