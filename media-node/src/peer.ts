import type { ProducerKind } from '@app/contract/live/media-room';
import type { PeerConnection, Track } from 'node-datachannel';
import type { Engine } from './engine.ts';
import { Consumer } from './rtp/consumer.ts';
import { Producer } from './rtp/producer.ts';
import type { Codec } from './rtp/rtp.ts';
import {
  audioLevelLine,
  BadOffer,
  type OfferedMedia,
  parseOffer,
  withAddresses,
  withoutCandidates,
} from './rtp/sdp.ts';

export type ProducerName = Exclude<ProducerKind, 'video_low'>;

export interface ReceiveSlot {
  audio: Consumer | undefined;
  video: Consumer | undefined;
}

export type PeerState = 'connecting' | 'connected' | 'disconnected' | 'failed';

/** ICE gathering that gets stuck must not delay everybody who waits to be admitted. */
const GATHER_MS = 3000;

export class Peer {
  readonly producers = new Map<ProducerName, Producer>();
  readonly slots: ReceiveSlot[] = [];
  answer = '';
  state: PeerState = 'connecting';
  private readonly connection: PeerConnection;
  private readonly tracks: Track[] = [];
  private isClosed = false;

  private constructor(connection: PeerConnection) {
    this.connection = connection;
  }

  static async open(
    engine: Engine,
    sdp: string,
    sends: readonly { mid: string; kind: ProducerKind }[],
    onState: (peer: Peer) => void,
  ): Promise<Peer> {
    const media = parseOffer(sdp, sends);
    const peer = new Peer(engine.createPeer());
    try {
      for (const each of media) peer.add(engine, each);
      peer.watch(onState);
      peer.connection.setRemoteDescription(withoutCandidates(sdp), 'offer');
      peer.connection.setLocalDescription('answer');
      await gathered(peer.connection);
    } catch (error) {
      peer.close();
      // The library throws plain errors for SDP that it cannot read.
      throw new BadOffer(error instanceof Error ? error.message : 'refused');
    }
    const own = peer.connection.localDescription()?.sdp;
    if (own === undefined || peer.isClosed) throw new BadOffer('no answer');
    peer.answer = withAddresses(own, engine.announced, engine.extra);
    return peer;
  }

  get consumers(): Consumer[] {
    return this.slots.flatMap(({ audio, video }) => [audio, video].filter((consumer) => consumer !== undefined));
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const consumer of this.consumers) consumer.close();
    for (const producer of this.producers.values()) producer.close();
    // Handlers are removed first: called during the close they would find the connection half closed.
    for (const track of this.tracks) {
      track.onOpen(() => {});
      track.onClosed(() => {});
    }
    this.connection.onStateChange(() => {});
    this.connection.onGatheringStateChange(() => {});
    this.connection.close();
  }

  private add({ library }: Engine, media: OfferedMedia): void {
    const direction = media.sends === undefined ? 'SendOnly' : 'RecvOnly';
    const description =
      media.kind === 'audio' ? new library.Audio(media.mid, direction) : new library.Video(media.mid, direction);
    for (const { codec, payloadType, format } of media.codecs) {
      if ('addOpusCodec' in description) description.addOpusCodec(payloadType, 'minptime=10;useinbandfec=1');
      else if (codec === 'vp8') description.addVP8Codec(payloadType);
      else description.addH264Codec(payloadType, format);
    }
    if (media.audioLevelId !== undefined) description.parseSdpLine(audioLevelLine(media.audioLevelId));
    if (media.sends !== undefined) {
      const track = this.connection.addTrack(description);
      this.tracks.push(track);
      this.addProducer(track, media, media.sends);
      return;
    }
    const types = media.codecs.map(({ codec, payloadType }): [Codec, number] => [codec, payloadType]);
    const consumer = new Consumer(media.mid, media.kind, new Map(types));
    const name = `place${media.mid}`;
    description.addSSRC(consumer.ssrc, name, name, name);
    const track = this.connection.addTrack(description);
    this.tracks.push(track);
    consumer.use(track);
    this.place(consumer);
  }

  private addProducer(track: Track, { kind, codecs, ssrcs, audioLevelId }: OfferedMedia, sends: ProducerKind): void {
    const [ssrc] = ssrcs;
    const [{ codec } = {}] = codecs;
    if (ssrc === undefined || codec === undefined) return;
    const name = sends === 'video_low' ? 'video' : sends;
    const producer = this.producers.get(name) ?? new Producer(kind, audioLevelId);
    this.producers.set(name, producer);
    producer.addLayer(sends === 'video_low' ? 'low' : 'high', codec, track, ssrc);
  }

  /** The n-th audio and the n-th video m-line form one slot. */
  private place(consumer: Consumer): void {
    const free = this.slots.find((place) => place[consumer.kind] === undefined);
    if (free !== undefined) free[consumer.kind] = consumer;
    else this.slots.push({ audio: undefined, video: undefined, [consumer.kind]: consumer });
  }

  private watch(onState: (peer: Peer) => void): void {
    this.connection.onStateChange((state) => {
      if (this.isClosed || !isReportedState(state)) return;
      this.state = state;
      onState(this);
    });
  }
}

const REPORTED_STATES: readonly string[] = ['connecting', 'connected', 'disconnected', 'failed'] satisfies PeerState[];
const isReportedState = (state: string): state is PeerState => REPORTED_STATES.includes(state);

function gathered(connection: PeerConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('no addresses')), GATHER_MS);
    const done = (): void => {
      clearTimeout(late);
      resolve();
    };
    connection.onGatheringStateChange((state) => {
      if (state === 'complete') done();
    });
    if (connection.gatheringState() === 'complete') done();
  });
}
