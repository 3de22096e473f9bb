import type { MediaClientMessage, MediaServerMessage, RoomEndReason } from '@app/contract/live/media-room';
import { CALL_PARTICIPANTS_MAX, PARTICIPANT_LINGER_MS } from '@app/contract/live/media-room';
import { Participant, type ParticipantSocket, type ProducerPair } from './participant.ts';
import type { Peer } from './peer.ts';
import type { StoredSegment } from './recording/segment-store.ts';

export type NodeRoomEvent =
  | { type: 'person_connected' | 'person_lost'; room: string; user: number }
  | { type: 'room_opened'; room: string }
  | { type: 'room_empty'; room: string }
  | ({ type: 'segment' } & StoredSegment);

const STREAM_PEOPLE_MAX = 1000;
/** Enough for a camera in two sizes and a screen. */
const PUBLISH_BITS_PER_SECOND = 3_000_000;
/** Quieter levels are breathing. */
const SPEAKS_FROM = 0.3;
const SPEAKERS_MAX = 3;

export class Room {
  readonly id: string;
  readonly kind: 'call' | 'stream';
  /** The participant who publishes; only streams have exactly one. */
  publisher: Participant | undefined;
  private readonly participants = new Map<string, Participant>();
  private readonly lingering = new Map<Participant, NodeJS.Timeout>();
  private readonly emit: (event: NodeRoomEvent) => void;
  private readonly onPublisherChange: (room: Room) => void;
  private lastSpeakers = '[]';

  constructor(
    id: string,
    kind: 'call' | 'stream',
    emit: (event: NodeRoomEvent) => void,
    onPublisherChange: (room: Room) => void = () => {},
  ) {
    this.id = id;
    this.kind = kind;
    this.emit = emit;
    this.onPublisherChange = onPublisherChange;
  }

  get isEmpty(): boolean {
    return this.participants.size === 0;
  }

  get size(): number {
    return this.participants.size;
  }

  get connected(): number[] {
    return [...this.participants.values()]
      .filter((participant) => participant.wasConnected && this.isReported(participant))
      .map(({ userId }) => userId);
  }

  /**
   * Admits a participant by a socket; returns undefined when the room is full. The newest socket of a user replaces the
   * earlier one.
   */
  enter(userId: number, may: 'publish' | 'view', socket: ParticipantSocket): Participant | undefined {
    const known = this.participants.get(this.participantKey(userId, may));
    if (
      known === undefined &&
      this.participants.size >= (this.kind === 'call' ? CALL_PARTICIPANTS_MAX : STREAM_PEOPLE_MAX)
    ) {
      return undefined;
    }
    if (known !== undefined) {
      this.cancelLeave(known);
      known.socket?.sendAndClose({ type: 'end', reason: 'elsewhere' });
      known.socket = undefined;
    }
    if (known !== undefined && known.may !== may) this.remove(known);
    const participant = known?.may === may ? known : new Participant(userId, may);
    participant.socket = socket;
    this.participants.set(this.participantKey(userId, may), participant);
    socket.send({ type: 'entered', user: userId, may });
    socket.send({ type: 'people', people: this.people });
    if (may === 'publish') this.sendPeople(participant);
    return participant;
  }

  usePeer(participant: Participant, peer: Peer, on: Participant['on']): void {
    participant.on = participant.may === 'publish' ? { ...on } : participant.on;
    participant.usePeer(peer);
    // The producers and slots are unchanged, but their m-lines are new.
    if (!participant.assignProducers(this.producersFor(participant))) participant.sendSlots();
    if (participant.may !== 'publish') return;
    for (const other of this.participants.values())
      if (other !== participant) other.assignProducers(this.producersFor(other));
    this.sendPeople();
    this.publisher = participant;
    this.onPublisherChange(this);
  }

  onPeerState(participant: Participant, { state }: Peer): void {
    participant.socket?.send({ type: 'state', state });
    if (state !== 'connected' || participant.wasConnected) return;
    participant.wasConnected = true;
    if (this.isReported(participant)) this.emit({ type: 'person_connected', room: this.id, user: participant.userId });
  }

  handleMessage(participant: Participant, message: MediaClientMessage): void {
    if (message.type === 'layer') participant.requestLayer(message.user, message.layer);
    if (participant.may !== 'publish') return;
    if (message.type === 'mute') {
      participant.on[message.kind] = !message.muted;
      if (message.kind === 'screen')
        for (const other of this.participants.values()) other.assignProducers(this.producersFor(other));
      this.sendPeople();
      this.onPublisherChange(this);
    } else if (message.type === 'hand') {
      participant.hand = message.raised;
      this.sendPeople();
    }
  }

  /** Keeps the participant for some seconds after the socket closes, for a page reload or a network change. */
  onSocketClosed(participant: Participant, socket: ParticipantSocket): void {
    if (participant.socket !== socket) return;
    participant.socket = undefined;
    if (!this.hasParticipant(participant)) return;
    this.lingering.set(
      participant,
      setTimeout(() => this.leave(participant), PARTICIPANT_LINGER_MS),
    );
  }

  removeParticipant(userId: number): void {
    for (const participant of [...this.participants.values()].filter((each) => each.userId === userId)) {
      participant.socket?.sendAndClose({ type: 'end', reason: 'dropped' });
      this.leave(participant);
    }
  }

  end(reason: RoomEndReason): void {
    for (const participant of [...this.participants.values()]) {
      participant.socket?.sendAndClose({ type: 'end', reason });
      this.leave(participant);
    }
  }

  repair(now: number): void {
    for (const layer of this.layers()) layer.repair(now);
  }

  repeatKeyframeRequests(): void {
    for (const { peer } of this.participants.values()) {
      for (const consumer of peer?.consumers ?? []) if (consumer.isWaiting) consumer.repeatKeyframeRequest();
    }
  }

  report(now: number): void {
    for (const layer of this.layers()) layer.report(now, PUBLISH_BITS_PER_SECOND);
    for (const participant of this.participants.values()) participant.reportBandwidth();
  }

  /** Sends who speaks when that changed. Streams have a single publisher and need none. */
  sendSpeakers(): void {
    if (this.kind === 'stream') return;
    for (const participant of this.participants.values()) {
      const peak = (participant.on.audio && participant.peer?.producers.get('audio')?.consumePeak()) || 0;
      // Rises at once and decays slowly, so that a pause between words does not count as silence.
      participant.level = Math.max(Math.max(0, (peak - 57) / 70), participant.level * 0.7);
    }
    const speakers = [...this.participants.values()]
      .filter(({ level }) => level >= SPEAKS_FROM)
      .sort((one, other) => other.level - one.level)
      .slice(0, SPEAKERS_MAX)
      .map(({ userId, level }) => ({ user: userId, level: Math.round(level * 10) / 10 }));
    const lastSpeakers = JSON.stringify(speakers);
    if (lastSpeakers === this.lastSpeakers) return;
    this.lastSpeakers = lastSpeakers;
    this.broadcast({ type: 'speakers', speakers });
  }

  /** In a stream one user may be present twice: an encoder publishes while the user watches in a browser. */
  private participantKey(userId: number, may: Participant['may']): string {
    return this.kind === 'stream' && may === 'view' ? `view ${userId}` : String(userId);
  }

  private hasParticipant(participant: Participant): boolean {
    return this.participants.get(this.participantKey(participant.userId, participant.may)) === participant;
  }

  /** Viewers of streams are counted elsewhere; their joins and leaves would flood every app node. */
  private isReported({ may }: Participant): boolean {
    return this.kind === 'call' || may === 'publish';
  }

  private get people() {
    return [...this.participants.values()].filter(({ may }) => may === 'publish').map(({ person }) => person);
  }

  private *layers() {
    for (const { peer } of this.participants.values()) {
      for (const source of peer?.producers.values() ?? []) yield* source.layers.values();
    }
  }

  private sendPeople(except?: Participant): void {
    this.broadcast({ type: 'people', people: this.people }, except);
  }

  private broadcast(message: MediaServerMessage, except?: Participant): void {
    for (const participant of this.participants.values()) if (participant !== except) participant.socket?.send(message);
  }

  /** Returns everybody else's producers, followed by shared screens. */
  private producersFor(participant: Participant): ProducerPair[] {
    const others = [...this.participants.values()].filter(
      (other) => other !== participant && other.peer?.producers.size,
    );
    return [
      ...others.map((other): ProducerPair => ({ participant: other, kind: 'person' })),
      ...others.filter(({ on }) => on.screen).map((other): ProducerPair => ({ participant: other, kind: 'screen' })),
    ];
  }

  private cancelLeave(participant: Participant): void {
    clearTimeout(this.lingering.get(participant));
    this.lingering.delete(participant);
  }

  leave(participant: Participant): void {
    if (!this.hasParticipant(participant)) return;
    this.remove(participant);
    if (this.isReported(participant)) this.emit({ type: 'person_lost', room: this.id, user: participant.userId });
    if (this.isEmpty) this.emit({ type: 'room_empty', room: this.id });
  }

  private remove(participant: Participant): void {
    this.cancelLeave(participant);
    this.participants.delete(this.participantKey(participant.userId, participant.may));
    participant.close();
    if (participant.may !== 'publish') return;
    if (this.publisher === participant) {
      this.publisher = undefined;
      this.onPublisherChange(this);
    }
    for (const other of this.participants.values()) other.assignProducers(this.producersFor(other));
    this.sendPeople();
  }
}
