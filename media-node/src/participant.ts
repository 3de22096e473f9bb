import type { MediaServerMessage, RoomParticipant, RoomSlot, VideoLayer } from '@app/contract/live/media-room';
import type { Peer, ReceiveSlot } from './peer.ts';

export interface ParticipantSocket {
  send(message: MediaServerMessage): void;
  sendAndClose(message: MediaServerMessage): void;
}

export interface ProducerPair {
  participant: Participant;
  kind: 'person' | 'screen';
}

/** Reported in kbit/s while nothing limits the bandwidth. */
const UNLIMITED_KBPS = 3000;

/** Limit of layer requests per participant, including for users who may still join; `*` resets them. */
const LAYER_REQUESTS_MAX = 100;

interface SlotAssignment {
  slot: ReceiveSlot;
  producers: ProducerPair | undefined;
}

const isSamePair = (one: ProducerPair, other: ProducerPair | undefined): boolean =>
  one.participant === other?.participant && one.kind === other.kind;

export class Participant {
  readonly userId: number;
  readonly may: 'publish' | 'view';
  socket: ParticipantSocket | undefined;
  peer: Peer | undefined;
  on = { audio: false, video: false, screen: false };
  hand = false;
  wasConnected = false;
  level = 0;
  private slots: SlotAssignment[] = [];
  private readonly layerRequests = new Map<number, VideoLayer>();
  private defaultLayer: VideoLayer = 'high';
  private reported = { kbps: UNLIMITED_KBPS, lowered: false };

  constructor(userId: number, may: 'publish' | 'view') {
    this.userId = userId;
    this.may = may;
  }

  get person(): RoomParticipant {
    const bit = (isSet: boolean): 0 | 1 => (isSet ? 1 : 0);
    return {
      user: this.userId,
      audio: bit(this.on.audio),
      video: bit(this.on.video),
      screen: bit(this.on.screen),
      hand: bit(this.hand),
    };
  }

  usePeer(peer: Peer): void {
    const shown = this.slots.map(({ producers }) => producers);
    this.peer?.close();
    this.peer = peer;
    // Participants stay in their slots as far as the new connection has as many.
    this.slots = peer.slots.map((slot, index) => ({ slot, producers: shown[index] }));
    for (const slot of this.slots) this.attachProducers(slot);
  }

  /**
   * Assigns these producers to slots, most important first; shown ones keep their slots. Returns true when something
   * changed.
   */
  assignProducers(pairs: readonly ProducerPair[]): boolean {
    let isChanged = false;
    for (const slot of this.slots) {
      if (slot.producers === undefined || pairs.some((feed) => isSamePair(feed, slot.producers))) continue;
      slot.producers = undefined;
      isChanged = true;
    }
    for (const feed of pairs) {
      if (this.slots.some((slot) => isSamePair(feed, slot.producers))) continue;
      const free = this.slots.find((slot) => slot.producers === undefined);
      if (free === undefined) break;
      free.producers = feed;
      isChanged = true;
    }
    for (const slot of this.slots) this.attachProducers(slot);
    if (isChanged) this.sendSlots();
    return isChanged;
  }

  sendSlots(): void {
    this.socket?.send({ type: 'slots', slots: this.slots.flatMap(describe) });
  }

  requestLayer(user: number | '*', layer: VideoLayer): void {
    if (user === '*') {
      this.defaultLayer = layer;
      this.layerRequests.clear();
    } else if (this.layerRequests.size < LAYER_REQUESTS_MAX) this.layerRequests.set(user, layer);
    for (const slot of this.slots) this.attachProducers(slot);
  }

  /**
   * Reports once a second the bandwidth to this participant, while it is too low and when that changed. Browsers
   * estimate little more than they receive, so the estimate is used only when more is sent.
   */
  reportBandwidth(): void {
    const consumers = this.peer?.consumers ?? [];
    const sent = consumers.reduce((sum, consumer) => sum + consumer.consumeSentBits(), 0);
    const known = consumers.flatMap(({ bitsPerSecond }) => bitsPerSecond ?? []);
    const fits = known.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...known);
    const isStrained = fits < sent;
    for (const consumer of consumers) consumer.isStrained = isStrained;
    const kbps = isStrained ? Math.round(fits / 1000) : UNLIMITED_KBPS;
    const lowered = consumers.some(({ isLowered }) => isLowered);
    if (!isStrained && kbps === this.reported.kbps && lowered === this.reported.lowered) return;
    this.reported = { kbps, lowered };
    this.socket?.send({ type: 'bandwidth', kbps, lowered });
  }

  close(): void {
    this.peer?.close();
    this.peer = undefined;
    this.slots = [];
  }

  private attachProducers({ slot: place, producers: feed }: SlotAssignment): void {
    const sources = feed?.participant.peer?.producers;
    place.audio?.attach(sources?.get(feed?.kind === 'screen' ? 'screen_audio' : 'audio'));
    place.video?.attach(sources?.get(feed?.kind === 'screen' ? 'screen' : 'video'));
    const layer = feed && (this.layerRequests.get(feed.participant.userId) ?? this.defaultLayer);
    // A screen has one layer, so only `off` saves traffic.
    place.video?.setMaxLayer(layer === 'low' && feed?.kind === 'screen' ? 'high' : (layer ?? 'off'));
  }
}

function describe({ slot: place, producers: feed }: SlotAssignment): RoomSlot[] {
  if (feed === undefined) return [];
  return [
    {
      user: feed.participant.userId,
      kind: feed.kind,
      audio_mid: place.audio?.mid ?? null,
      video_mid: place.video?.mid ?? null,
    },
  ];
}
