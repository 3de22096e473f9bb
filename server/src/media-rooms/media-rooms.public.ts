import { MEDIA_SOCKET_PATH, type MediaSeat, SEAT_MINUTES } from '@app/contract/media-room';
import type { BaseLogger } from 'pino';
import type { Db } from '../database.ts';
import type { Config } from '../platform/config.ts';
import type { ControlHeard, ControlSaid } from '../sfu/control-messages.public.ts';
import { signSeat } from '../sfu/seat-token.public.ts';
import { findMediaSecret } from './media-secret.public.ts';
import { NodeLink } from './node-link.ts';
import { pickNode } from './rendezvous.ts';

export interface MediaRoom {
  /** Letters, digits, `_` and `-`, at most 64. */
  id: string;
  kind: 'call' | 'stream';
}

/**
 * What happens in rooms. Every app node hears it, so what is done about it is done by conditional updates.
 * `person_lost` comes when somebody left or stayed away for a few seconds. After `node_lost` the rooms named need seats anew.
 */
export type MediaRoomEvent =
  | { type: 'person_connected' | 'person_lost'; roomId: string; userId: number }
  | { type: 'room_empty'; roomId: string }
  /** A piece of a recording lies whole on a node; `mediaRooms.segments` tells the same of those that nobody took yet. */
  | ({ type: 'segment'; roomId: string } & RecordedSegment)
  | { type: 'node_lost'; roomIds: string[] };

/** A few seconds of a room, as a Matroska file of its own that begins with a picture that stands for itself. */
export interface RecordedSegment {
  /** The media node where it lies. */
  node: string;
  /** One uninterrupted piece of work of one node: when it began, milliseconds. */
  session: number;
  index: number;
  /** Since the beginning of the session. */
  startMs: number;
  durationMs: number;
  codec: 'vp8' | 'h264';
  width: number;
  height: number;
  bytes: number;
}

/** The rooms where people see and hear each other, wherever they are carried. */
export interface MediaRooms {
  /** A place for one person in one room: its token opens the door for five minutes. */
  seat(room: MediaRoom, userId: number, may: 'publish' | 'view'): Promise<MediaSeat>;
  /** Show a person out; the room goes on. */
  drop(roomId: string, userId: number): void;
  /** End a room for everybody. */
  end(roomId: string): void;
  /**
   * Record what is published in a room from now on, in pieces of a few seconds. It is to be said again and again: a node that
   * heard nothing of it for minutes stops. LiveKit records by its own means.
   */
  record(roomId: string, on: boolean): void;
  /** Hear of what happens until the answer is called. */
  onEvent(listener: (event: MediaRoomEvent) => void): () => void;
  /** Whether some node carries rooms right now. While nobody watches the nodes they are believed to. */
  isUp(): boolean;
  /** Watch the nodes until the answer is called. */
  watch(): Promise<() => void>;
}

interface Parts {
  db: Db;
  config: Config;
  clock: () => Date;
  log: BaseLogger;
}

/** Rooms on our own media nodes. */
export function createMediaRooms({ db, config, clock, log }: Parts): MediaRooms {
  const beside = `ws://127.0.0.1:${config.media.port}`;
  const nodes = config.media.urls ?? [beside];
  const listeners = new Set<(event: MediaRoomEvent) => void>();
  let links: NodeLink[] | undefined;

  const tell = (event: MediaRoomEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const living = (): NodeLink[] => links?.filter(({ isUp }) => isUp) ?? [];
  const sayToAll = (message: ControlSaid): void => {
    for (const link of living()) link.say(message);
  };

  /** Where the room is already, else where it belongs. While no node answers they are believed to come back. */
  function nodeOf(roomId: string): string {
    const here = living().filter((link) => link.holds(roomId));
    const candidates = [here, living()].find((list) => list.length > 0)?.map(({ url }) => url) ?? nodes;
    return pickNode(candidates, roomId) ?? beside;
  }

  /** Two app nodes that saw a node differently may have sent people to two: one of them gives the room up. */
  function unite(roomId: string): void {
    const here = living().filter((link) => link.holds(roomId));
    if (here.length < 2) return;
    const stays = nodeOf(roomId);
    for (const link of here) if (link.url !== stays) link.say({ type: 'end', room: roomId, reason: 'moved' });
  }

  function hear(news: Extract<ControlHeard, { room: string }>): void {
    const roomId = news.room;
    const userId = news.type === 'room_empty' ? undefined : news.user;
    // Whoever moved from one node to another has not left.
    if (news.type !== 'person_connected' && living().some((link) => link.holds(roomId, userId))) return;
    if (news.type === 'room_empty') tell({ type: 'room_empty', roomId });
    else tell({ type: news.type, roomId, userId: news.user });
    unite(roomId);
  }

  return {
    async seat(room, userId, may) {
      const expiresAt = new Date(clock().getTime() + SEAT_MINUTES * 60_000);
      const secret = await findMediaSecret({ db, config });
      const origin = config.media.urls === undefined ? '' : nodeOf(room.id);
      return {
        engine: 'sfu',
        url: `${origin}${MEDIA_SOCKET_PATH}`,
        token: signSeat(secret, { roomId: room.id, kind: room.kind, userId, may, expiresAt }),
        expires_at: expiresAt.toISOString(),
      };
    },
    drop: (room, user) => sayToAll({ type: 'drop', room, user }),
    record: () => {},
    end: (room) => sayToAll({ type: 'end', room, reason: 'ended' }),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isUp: () => links === undefined || living().length > 0,
    async watch() {
      const secret = await findMediaSecret({ db, config });
      const onLost = (roomIds: string[]): void => tell({ type: 'node_lost', roomIds });
      const opened = nodes.map((url) => new NodeLink({ url, secret, log, onNews: hear, onLost }));
      links = opened;
      return () => {
        for (const link of opened) link.close();
        links = undefined;
      };
    },
  };
}
