import type { MediaHeard, MediaSaid, RoomEndReason } from '@app/contract/live/media-room';
import { CALL_PEOPLE_MAX, SEAT_LINGER_MS } from '@app/contract/live/media-room';
import { type Feed, type Line, Member } from './member.ts';
import type { Peer } from './peer.ts';
import type { StoredSegment } from './recording/segment-store.ts';

/** What a node tells the app of its rooms. */
export type RoomNews =
  | { type: 'person_connected' | 'person_lost'; room: string; user: number }
  | { type: 'room_empty'; room: string }
  | ({ type: 'segment' } & StoredSegment);

/** Who looks at one stream on one node. */
const STREAM_PEOPLE_MAX = 1000;
/** Camera in two sizes and a screen: more a browser does not need to send. */
const PUBLISH_BITS_PER_SECOND = 3_000_000;
/** Below this people breathe. */
const SPEAKS_FROM = 0.3;
const SPEAKERS_MAX = 3;

/** People who see and hear each other. */
export class Room {
  readonly id: string;
  readonly kind: 'call' | 'stream';
  /** Whoever sends now; undefined: nobody. In streams one person does. */
  publisher: Member | undefined;
  private readonly members = new Map<string, Member>();
  private readonly lingering = new Map<Member, NodeJS.Timeout>();
  private readonly tell: (news: RoomNews) => void;
  private readonly onSends: (room: Room) => void;
  private spoke = '[]';

  constructor(
    id: string,
    kind: 'call' | 'stream',
    tell: (news: RoomNews) => void,
    onSends: (room: Room) => void = () => {},
  ) {
    this.id = id;
    this.kind = kind;
    this.tell = tell;
    this.onSends = onSends;
  }

  get isEmpty(): boolean {
    return this.members.size === 0;
  }

  get size(): number {
    return this.members.size;
  }

  /** Who is inside and connected, as far as it is told. */
  get connected(): number[] {
    return [...this.members.values()]
      .filter((member) => member.wasConnected && this.isTold(member))
      .map(({ userId }) => userId);
  }

  /** Let somebody in by a socket; undefined when there is no place. The newest socket of a person wins. */
  enter(userId: number, may: 'publish' | 'view', line: Line): Member | undefined {
    const known = this.members.get(this.placeOf(userId, may));
    if (known === undefined && this.members.size >= (this.kind === 'call' ? CALL_PEOPLE_MAX : STREAM_PEOPLE_MAX)) {
      return undefined;
    }
    if (known !== undefined) {
      this.stay(known);
      known.line?.end({ type: 'end', reason: 'elsewhere' });
      known.line = undefined;
    }
    // Who may do less or more than before begins anew.
    if (known !== undefined && known.may !== may) this.remove(known);
    const member = known?.may === may ? known : new Member(userId, may);
    member.line = line;
    this.members.set(this.placeOf(userId, may), member);
    line.say({ type: 'entered', user: userId, may });
    line.say({ type: 'people', people: this.people });
    if (may === 'publish') this.tellPeople(member);
    return member;
  }

  /** The member receives and sends by this connection from now on. */
  usePeer(member: Member, peer: Peer, on: Member['on']): void {
    member.on = member.may === 'publish' ? { ...on } : member.on;
    member.usePeer(peer);
    // The same people in the same places, but by other m-lines.
    if (!member.show(this.feedsFor(member))) member.tellSlots();
    if (member.may !== 'publish') return;
    for (const other of this.members.values()) if (other !== member) other.show(this.feedsFor(other));
    this.tellPeople();
    this.publisher = member;
    this.onSends(this);
  }

  noteState(member: Member, { state }: Peer): void {
    member.line?.say({ type: 'state', state });
    if (state !== 'connected' || member.wasConnected) return;
    member.wasConnected = true;
    if (this.isTold(member)) this.tell({ type: 'person_connected', room: this.id, user: member.userId });
  }

  /** What a member says besides offers. */
  hear(member: Member, said: MediaSaid): void {
    if (said.type === 'layer') member.wishLayer(said.user, said.layer);
    if (member.may !== 'publish') return;
    if (said.type === 'mute') {
      member.on[said.kind] = !said.muted;
      if (said.kind === 'screen') for (const other of this.members.values()) other.show(this.feedsFor(other));
      this.tellPeople();
      this.onSends(this);
    } else if (said.type === 'hand') {
      member.hand = said.raised;
      this.tellPeople();
    }
  }

  /** The socket is gone: the place is kept a little, for a page that loads anew or a network that changed. */
  lose(member: Member, line: Line): void {
    if (member.line !== line) return;
    member.line = undefined;
    if (!this.isHere(member)) return;
    this.lingering.set(
      member,
      setTimeout(() => this.leave(member), SEAT_LINGER_MS),
    );
  }

  drop(userId: number): void {
    for (const member of [...this.members.values()].filter((each) => each.userId === userId)) {
      member.line?.end({ type: 'end', reason: 'dropped' });
      this.leave(member);
    }
  }

  end(reason: RoomEndReason): void {
    for (const member of [...this.members.values()]) {
      member.line?.end({ type: 'end', reason });
      this.leave(member);
    }
  }

  /** Ask publishers for what is missing. */
  repair(now: number): void {
    for (const layer of this.layers()) layer.repair(now);
  }

  /** Ask again for pictures that did not begin yet. */
  urge(): void {
    for (const { peer } of this.members.values()) {
      for (const sink of peer?.sinks ?? []) if (sink.isWaiting) sink.askAgain();
    }
  }

  report(now: number): void {
    for (const layer of this.layers()) layer.report(now, PUBLISH_BITS_PER_SECOND);
    for (const member of this.members.values()) member.measure();
  }

  /** Tell who speaks, when that changed. In a stream everybody knows. */
  tellSpeakers(): void {
    if (this.kind === 'stream') return;
    for (const member of this.members.values()) {
      const peak = (member.on.audio && member.peer?.sources.get('audio')?.takePeak()) || 0;
      // Loud at once, quiet by and by: a pause between words is no silence.
      member.level = Math.max(Math.max(0, (peak - 57) / 70), member.level * 0.7);
    }
    const speakers = [...this.members.values()]
      .filter(({ level }) => level >= SPEAKS_FROM)
      .sort((one, other) => other.level - one.level)
      .slice(0, SPEAKERS_MAX)
      .map(({ userId, level }) => ({ user: userId, level: Math.round(level * 10) / 10 }));
    const spoke = JSON.stringify(speakers);
    if (spoke === this.spoke) return;
    this.spoke = spoke;
    this.say({ type: 'speakers', speakers });
  }

  /** In a stream one person may be twice: a program sends, and its owner looks on in a browser. */
  private placeOf(userId: number, may: Member['may']): string {
    return this.kind === 'stream' && may === 'view' ? `view ${userId}` : String(userId);
  }

  private isHere(member: Member): boolean {
    return this.members.get(this.placeOf(member.userId, member.may)) === member;
  }

  /** Who looks at a stream is counted elsewhere: hundreds who come and go are no news for every app node. */
  private isTold({ may }: Member): boolean {
    return this.kind === 'call' || may === 'publish';
  }

  private get people() {
    return [...this.members.values()].filter(({ may }) => may === 'publish').map(({ person }) => person);
  }

  private *layers() {
    for (const { peer } of this.members.values()) {
      for (const source of peer?.sources.values() ?? []) yield* source.layers.values();
    }
  }

  private tellPeople(except?: Member): void {
    this.say({ type: 'people', people: this.people }, except);
  }

  private say(message: MediaHeard, except?: Member): void {
    for (const member of this.members.values()) if (member !== except) member.line?.say(message);
  }

  /** Everybody else, then the screens they show. */
  private feedsFor(member: Member): Feed[] {
    const others = [...this.members.values()].filter((other) => other !== member && other.peer?.sources.size);
    return [
      ...others.map((other): Feed => ({ member: other, kind: 'person' })),
      ...others.filter(({ on }) => on.screen).map((other): Feed => ({ member: other, kind: 'screen' })),
    ];
  }

  private stay(member: Member): void {
    clearTimeout(this.lingering.get(member));
    this.lingering.delete(member);
  }

  /** The place is free. */
  leave(member: Member): void {
    if (!this.isHere(member)) return;
    this.remove(member);
    if (this.isTold(member)) this.tell({ type: 'person_lost', room: this.id, user: member.userId });
    if (this.isEmpty) this.tell({ type: 'room_empty', room: this.id });
  }

  private remove(member: Member): void {
    this.stay(member);
    this.members.delete(this.placeOf(member.userId, member.may));
    member.close();
    if (member.may !== 'publish') return;
    if (this.publisher === member) {
      this.publisher = undefined;
      this.onSends(this);
    }
    for (const other of this.members.values()) other.show(this.feedsFor(other));
    this.tellPeople();
  }
}
