import type { ConnectionOptions } from 'node:tls';
import { createControlKey } from '@app/media-node/control-key';
import {
  CONTROL_PATH,
  type ControlClientMessage,
  ControlServerMessage,
  HEARTBEAT_INTERVAL_MS,
  type NodeSegment,
} from '@app/media-node/control-messages';
import type { BaseLogger } from 'pino';
import { WebSocket } from 'ws';
import type { NodeBurden } from './rendezvous.ts';

/** A node that sends nothing for this long is considered dead; it sends a heartbeat each second. */
const SILENCE_MS = 2500;
const FIRST_PAUSE_MS = 200;
const PAUSE_MAX_MS = 2000;
/** Delay of the warning about an unreachable node, because the node may start together with this process. */
const PATIENCE_MS = 30_000;

type SegmentEvent = Extract<ControlServerMessage, { type: 'segment' }>;
export type ParticipantEvent =
  | Exclude<Extract<ControlServerMessage, { room: string }>, SegmentEvent>
  | { type: 'room_opened'; room: string };

export interface NodeLinkListener {
  onParticipantEvent(news: ParticipantEvent): void;
  onSegment(segment: NodeSegment & { node: string }): void;
  onUp(link: NodeLink): void;
  /** Called when the node is down and these rooms are lost. */
  onLost(roomIds: string[]): void;
}

export interface NodeLoad {
  rooms: number;
  people: number;
  packets: number;
}

interface Options extends NodeLinkListener {
  url: string;
  secret: string;
  /** Asked for with each connection, because certificates are renewed. */
  trust: () => ConnectionOptions;
  clock: () => Date;
  log: BaseLogger;
}

export class NodeLink {
  readonly url: string;
  isUp = false;
  private readonly options: Options;
  private readonly people = new Map<string, Set<number>>();
  private socket: WebSocket | undefined;
  private lastMessageAt = 0;
  private forwarded = 0;
  private carried = 0;
  private pause = FIRST_PAUSE_MS;
  private retry: NodeJS.Timeout | undefined;
  private readonly watch: NodeJS.Timeout;
  private readonly patience: NodeJS.Timeout;
  private isClosed = false;

  constructor(options: Options) {
    this.options = options;
    this.url = options.url;
    this.watch = setInterval(() => this.checkHeartbeat(), HEARTBEAT_INTERVAL_MS / 2).unref();
    this.patience = setTimeout(() => {
      if (!this.isUp) options.log.warn({ node: this.url }, 'a media node cannot be reached');
    }, PATIENCE_MS).unref();
    this.open();
  }

  send(message: ControlClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  hasParticipant(roomId: string, userId?: number): boolean {
    const inside = this.people.get(roomId);
    return userId === undefined ? inside !== undefined : inside?.has(userId) === true;
  }

  get load(): NodeLoad {
    const sizes = [...this.people.values()].map((inside) => inside.size).filter((size) => size > 0);
    return { rooms: sizes.length, people: sizes.reduce((sum, size) => sum + size, 0), packets: this.forwarded };
  }

  /** What decides about new rooms: here people are all whom the node carries, as it said last. */
  get burden(): NodeBurden {
    return { url: this.url, rooms: this.people.size, people: Math.max(this.load.people, this.carried) };
  }

  close(): void {
    this.isClosed = true;
    clearInterval(this.watch);
    clearTimeout(this.patience);
    clearTimeout(this.retry);
    this.socket?.terminate();
  }

  private open(): void {
    const { url, secret, trust, clock } = this.options;
    const socket = new WebSocket(`${url}${CONTROL_PATH}`, {
      ...trust(),
      headers: { authorization: createControlKey(secret, clock()) },
      handshakeTimeout: SILENCE_MS,
    });
    this.socket = socket;
    socket.on('message', (data) => this.handleFrame(data.toString()));
    socket.on('error', () => {});
    socket.on('close', () => this.handleClose());
  }

  private handleFrame(frame: string): void {
    this.lastMessageAt = Date.now();
    const { data: message } = ControlServerMessage.safeParse(JSON.parse(frame));
    // Nodes are replaced one by one, and a newer one may tell more than is known here.
    if (message === undefined) return;
    if (message.type === 'beat') {
      this.forwarded = message.forwarded ?? this.forwarded;
      this.carried = message.people ?? this.carried;
      if (message.opened !== undefined) this.applyEvent({ type: 'room_opened', room: message.opened });
      return;
    }
    if (message.type === 'rooms') {
      this.isUp = true;
      this.pause = FIRST_PAUSE_MS;
      for (const [room, users] of Object.entries(message.rooms)) {
        this.applyEvent({ type: 'room_opened', room });
        for (const user of users) this.applyEvent({ type: 'person_connected', room, user });
      }
      this.options.onUp(this);
    } else this.applyEvent(message);
  }

  private applyEvent(event: ParticipantEvent | SegmentEvent): void {
    if (event.type === 'segment') {
      this.options.onSegment({ ...event, node: this.url });
      return;
    }
    const inside = this.people.get(event.room) ?? new Set();
    if (event.type === 'room_opened') this.people.set(event.room, inside);
    else if (event.type === 'person_connected') this.people.set(event.room, inside.add(event.user));
    else if (event.type === 'person_lost') inside.delete(event.user);
    else this.people.delete(event.room);
    this.options.onParticipantEvent(event);
  }

  private checkHeartbeat(): void {
    if (this.isUp && Date.now() - this.lastMessageAt > SILENCE_MS) this.socket?.terminate();
    else this.send({ type: 'beat' });
  }

  private handleClose(): void {
    if (this.isClosed) return;
    this.retry = setTimeout(() => this.open(), this.pause).unref();
    this.pause = Math.min(PAUSE_MAX_MS, this.pause * 2);
    if (!this.isUp) return;
    this.isUp = false;
    this.carried = 0;
    const rooms = [...this.people.keys()];
    this.people.clear();
    this.options.log.info({ node: this.url, rooms: rooms.length }, 'a media node was lost');
    this.options.onLost(rooms);
  }
}
