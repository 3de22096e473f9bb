import type { MediaServerMessage, RoomParticipant, RoomSlot, VideoLayer } from '@app/contract/live/media-room';
import type { Peer, ReceiveSlot } from './peer.ts';

/** The socket of somebody who is inside. */
export interface ParticipantSocket {
  send(message: MediaServerMessage): void;
  /** Say a last thing and close. */
  sendAndClose(message: MediaServerMessage): void;
}

/** What can be put into a place: somebody's voice and camera, or their screen and its sound. */
export interface ProducerPair {
  participant: Participant;
  kind: 'person' | 'screen';
}

/** Nothing says that less than this fits through. */
const UNLIMITED_KBPS = 3000;

/** Wishes for people who may yet come; `*` forgets them. */
const LAYER_REQUESTS_MAX = 100;

interface SlotAssignment {
  slot: ReceiveSlot;
  producers: ProducerPair | undefined;
}

const isSamePair = (one: ProducerPair, other: ProducerPair | undefined): boolean =>
  one.participant === other?.participant && one.kind === other.kind;

/** One person in one room. The socket and the peer connection may be replaced; the place in the room stays. */
export class Participant {
  readonly userId: number;
  readonly may: 'publish' | 'view';
  socket: ParticipantSocket | undefined;
  peer: Peer | undefined;
  on = { audio: false, video: false, screen: false };
  hand = false;
  wasConnected = false;
  /** How loud the last packets were, from 0 to 1. */
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

  /** Receive by this connection from now on. */
  usePeer(peer: Peer): void {
    const shown = this.slots.map(({ producers }) => producers);
    this.peer?.close();
    this.peer = peer;
    // People stay in the places where they were, as far as there are as many.
    this.slots = peer.slots.map((slot, index) => ({ slot, producers: shown[index] }));
    for (const slot of this.slots) this.attachProducers(slot);
  }

  /** Show these feeds, the most important first. Those shown already keep their places. True when that changed anything. */
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
   * Once a second: tell what gets through to this person, while it is too little and when that changed. Browsers report
   * little more than what they receive just now, so their figure means something only once more is sent than that.
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

  /** Put what the slot shows into its place, from whatever connection its person has now. */
  private attachProducers({ slot: place, producers: feed }: SlotAssignment): void {
    const sources = feed?.participant.peer?.producers;
    place.audio?.attach(sources?.get(feed?.kind === 'screen' ? 'screen_audio' : 'audio'));
    place.video?.attach(sources?.get(feed?.kind === 'screen' ? 'screen' : 'video'));
    const layer = feed && (this.layerRequests.get(feed.participant.userId) ?? this.defaultLayer);
    // A screen has one layer: who saves traffic says `off`.
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
