import type { BaseLogger } from 'pino';
import { WebSocket } from 'ws';
import { makeControlKey } from '../sfu/control-key.public.ts';
import {
  BEAT_EVERY_MS,
  CONTROL_PATH,
  ControlHeard,
  type ControlSaid,
  type NodeSegment,
} from '../sfu/control-messages.public.ts';

/** A node that says nothing for so long is dead: it says a beat each second. */
const SILENCE_MS = 2500;
const FIRST_PAUSE_MS = 200;
const PAUSE_MAX_MS = 2000;
/** A node that starts together with this process is no news before. */
const PATIENCE_MS = 30_000;

type SegmentNews = Extract<ControlHeard, { type: 'segment' }>;
export type PeopleNews = Exclude<Extract<ControlHeard, { room: string }>, SegmentNews>;

export interface LinkHooks {
  onNews(news: PeopleNews): void;
  /** A piece of a recording can be had there. */
  onSegment(segment: NodeSegment & { node: string }): void;
  /** The node answers, for the first time or again. */
  onUp(link: NodeLink): void;
  /** The node is gone, and these rooms with it. */
  onLost(roomIds: string[]): void;
}

/** What a media node carries: rooms and people now, and packets that it sent on since it started. */
export interface NodeLoad {
  rooms: number;
  people: number;
  packets: number;
}

interface Options extends LinkHooks {
  /** `ws://host:port` */
  url: string;
  secret: string;
  log: BaseLogger;
}

/** What this app node knows of one media node, over a connection that opens itself again and again. */
export class NodeLink {
  readonly url: string;
  isUp = false;
  private readonly options: Options;
  private readonly people = new Map<string, Set<number>>();
  private socket: WebSocket | undefined;
  private heardAt = 0;
  private forwarded = 0;
  private pause = FIRST_PAUSE_MS;
  private retry: NodeJS.Timeout | undefined;
  private readonly watch: NodeJS.Timeout;
  private readonly patience: NodeJS.Timeout;
  private isClosed = false;

  constructor(options: Options) {
    this.options = options;
    this.url = options.url;
    this.watch = setInterval(() => this.beat(), BEAT_EVERY_MS / 2).unref();
    this.patience = setTimeout(() => {
      if (!this.isUp) options.log.warn({ node: this.url }, 'a media node cannot be reached');
    }, PATIENCE_MS).unref();
    this.open();
  }

  say(message: ControlSaid): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Whether somebody, or this person, is in this room there. */
  holds(roomId: string, userId?: number): boolean {
    const inside = this.people.get(roomId);
    return userId === undefined ? inside !== undefined : inside?.has(userId) === true;
  }

  get load(): NodeLoad {
    const sizes = [...this.people.values()].map((inside) => inside.size).filter((size) => size > 0);
    return { rooms: sizes.length, people: sizes.reduce((sum, size) => sum + size, 0), packets: this.forwarded };
  }

  close(): void {
    this.isClosed = true;
    clearInterval(this.watch);
    clearTimeout(this.patience);
    clearTimeout(this.retry);
    this.socket?.terminate();
  }

  private open(): void {
    const { url, secret } = this.options;
    const socket = new WebSocket(`${url}${CONTROL_PATH}`, {
      headers: { authorization: makeControlKey(secret, new Date()) },
      handshakeTimeout: SILENCE_MS,
    });
    this.socket = socket;
    socket.on('message', (data) => this.hear(data.toString()));
    // The close that follows says all there is to do.
    socket.on('error', () => {});
    socket.on('close', () => this.lose());
  }

  private hear(frame: string): void {
    this.heardAt = Date.now();
    const heard = ControlHeard.parse(JSON.parse(frame));
    if (heard.type === 'beat') {
      this.forwarded = heard.forwarded ?? this.forwarded;
      return;
    }
    if (heard.type === 'rooms') {
      this.isUp = true;
      this.pause = FIRST_PAUSE_MS;
      for (const [room, users] of Object.entries(heard.rooms)) {
        for (const user of users) this.note({ type: 'person_connected', room, user });
      }
      this.options.onUp(this);
    } else this.note(heard);
  }

  private note(news: PeopleNews | SegmentNews): void {
    if (news.type === 'segment') {
      this.options.onSegment({ ...news, node: this.url });
      return;
    }
    const inside = this.people.get(news.room) ?? new Set();
    if (news.type === 'person_connected') this.people.set(news.room, inside.add(news.user));
    else if (news.type === 'person_lost') inside.delete(news.user);
    else this.people.delete(news.room);
    this.options.onNews(news);
  }

  private beat(): void {
    if (this.isUp && Date.now() - this.heardAt > SILENCE_MS) this.socket?.terminate();
    else this.say({ type: 'beat' });
  }

  private lose(): void {
    if (this.isClosed) return;
    this.retry = setTimeout(() => this.open(), this.pause).unref();
    this.pause = Math.min(PAUSE_MAX_MS, this.pause * 2);
    if (!this.isUp) return;
    this.isUp = false;
    const rooms = [...this.people.keys()];
    this.people.clear();
    this.options.log.info({ node: this.url, rooms: rooms.length }, 'a media node was lost');
    this.options.onLost(rooms);
  }
}
