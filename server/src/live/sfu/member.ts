import type { MediaHeard, RoomPerson, RoomSlot, VideoLayer } from '@app/contract/live/media-room';
import type { Peer, Place } from './peer.ts';

/** The socket of somebody who is inside. */
export interface Line {
  say(message: MediaHeard): void;
  /** Say a last thing and close. */
  end(message: MediaHeard): void;
}

/** What can be put into a place: somebody's voice and camera, or their screen and its sound. */
export interface Feed {
  member: Member;
  kind: 'person' | 'screen';
}

/** Nothing says that less than this fits through. */
const AMPLE_KBPS = 3000;

/** Wishes for people who may yet come; `*` forgets them. */
const WISHES_MAX = 100;

interface Slot {
  place: Place;
  feed: Feed | undefined;
}

const isSame = (one: Feed, other: Feed | undefined): boolean => one.member === other?.member && one.kind === other.kind;

/** One person in one room. The socket and the peer connection may be replaced; the place in the room stays. */
export class Member {
  readonly userId: number;
  readonly may: 'publish' | 'view';
  line: Line | undefined;
  peer: Peer | undefined;
  on = { audio: false, video: false, screen: false };
  hand = false;
  wasConnected = false;
  /** How loud the last packets were, from 0 to 1. */
  level = 0;
  private slots: Slot[] = [];
  private readonly wishes = new Map<number, VideoLayer>();
  private wishOfAll: VideoLayer = 'high';
  private told = { kbps: AMPLE_KBPS, lowered: false };

  constructor(userId: number, may: 'publish' | 'view') {
    this.userId = userId;
    this.may = may;
  }

  get person(): RoomPerson {
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
    const shown = this.slots.map(({ feed }) => feed);
    this.peer?.close();
    this.peer = peer;
    // People stay in the places where they were, as far as there are as many.
    this.slots = peer.places.map((place, index) => ({ place, feed: shown[index] }));
    for (const slot of this.slots) this.fill(slot);
  }

  /** Show these feeds, the most important first. Those shown already keep their places. True when that changed anything. */
  show(feeds: readonly Feed[]): boolean {
    let isChanged = false;
    for (const slot of this.slots) {
      if (slot.feed === undefined || feeds.some((feed) => isSame(feed, slot.feed))) continue;
      slot.feed = undefined;
      isChanged = true;
    }
    for (const feed of feeds) {
      if (this.slots.some((slot) => isSame(feed, slot.feed))) continue;
      const free = this.slots.find((slot) => slot.feed === undefined);
      if (free === undefined) break;
      free.feed = feed;
      isChanged = true;
    }
    for (const slot of this.slots) this.fill(slot);
    if (isChanged) this.tellSlots();
    return isChanged;
  }

  tellSlots(): void {
    this.line?.say({ type: 'slots', slots: this.slots.flatMap(describe) });
  }

  wishLayer(user: number | '*', layer: VideoLayer): void {
    if (user === '*') {
      this.wishOfAll = layer;
      this.wishes.clear();
    } else if (this.wishes.size < WISHES_MAX) this.wishes.set(user, layer);
    for (const slot of this.slots) this.fill(slot);
  }

  /**
   * Once a second: tell what gets through to this person, while it is too little and when that changed. Browsers report
   * little more than what they receive just now, so their figure means something only once more is sent than that.
   */
  measure(): void {
    const sinks = this.peer?.sinks ?? [];
    const sent = sinks.reduce((sum, sink) => sum + sink.takeSentBits(), 0);
    const known = sinks.flatMap(({ bitsPerSecond }) => bitsPerSecond ?? []);
    const fits = known.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...known);
    const isStrained = fits < sent;
    for (const sink of sinks) sink.isStrained = isStrained;
    const kbps = isStrained ? Math.round(fits / 1000) : AMPLE_KBPS;
    const lowered = sinks.some(({ isLowered }) => isLowered);
    if (!isStrained && kbps === this.told.kbps && lowered === this.told.lowered) return;
    this.told = { kbps, lowered };
    this.line?.say({ type: 'bandwidth', kbps, lowered });
  }

  close(): void {
    this.peer?.close();
    this.peer = undefined;
    this.slots = [];
  }

  /** Put what the slot shows into its place, from whatever connection its person has now. */
  private fill({ place, feed }: Slot): void {
    const sources = feed?.member.peer?.sources;
    place.audio?.attach(sources?.get(feed?.kind === 'screen' ? 'screen_audio' : 'audio'));
    place.video?.attach(sources?.get(feed?.kind === 'screen' ? 'screen' : 'video'));
    const wish = feed && (this.wishes.get(feed.member.userId) ?? this.wishOfAll);
    // A screen has one layer: who saves traffic says `off`.
    place.video?.setWish(wish === 'low' && feed?.kind === 'screen' ? 'high' : (wish ?? 'off'));
  }
}

function describe({ place, feed }: Slot): RoomSlot[] {
  if (feed === undefined) return [];
  return [
    {
      user: feed.member.userId,
      kind: feed.kind,
      audio_mid: place.audio?.mid ?? null,
      video_mid: place.video?.mid ?? null,
    },
  ];
}
