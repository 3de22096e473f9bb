import { MEDIA_SOCKET_PATH, type MediaSeat, SEAT_MINUTES } from '@app/contract/media-room';
import type { Db } from '../database.ts';
import type { Config } from '../platform/config.ts';
import { signSeat } from '../sfu/seat-token.public.ts';
import { findMediaSecret } from './media-secret.ts';

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
  | { type: 'node_lost'; roomIds: string[] };

/** The rooms where people see and hear each other, wherever they are carried. */
export interface MediaRooms {
  /** A place for one person in one room: its token opens the door for five minutes. */
  seat(room: MediaRoom, userId: number, may: 'publish' | 'view'): Promise<MediaSeat>;
  /** Show a person out; the room goes on. */
  drop(roomId: string, userId: number): void;
  /** End a room for everybody. */
  end(roomId: string): void;
  /** Hear of what happens until the answer is called. */
  onEvent(listener: (event: MediaRoomEvent) => void): () => void;
  /** Whether some node carries rooms right now. While nobody watches the nodes they are believed to. */
  isUp(): boolean;
}

interface Parts {
  db: Db;
  config: Config;
  clock: () => Date;
}

export function createMediaRooms({ db, config, clock }: Parts): MediaRooms {
  const listeners = new Set<(event: MediaRoomEvent) => void>();
  return {
    async seat(room, userId, may) {
      const expiresAt = new Date(clock().getTime() + SEAT_MINUTES * 60_000);
      const secret = await findMediaSecret({ db, config });
      const token = signSeat(secret, { roomId: room.id, kind: room.kind, userId, may, expiresAt });
      const url = config.media.urls?.[0];
      return {
        engine: 'sfu',
        url: url === undefined ? MEDIA_SOCKET_PATH : `${url}${MEDIA_SOCKET_PATH}`,
        token,
        expires_at: expiresAt.toISOString(),
      };
    },
    drop() {},
    end() {},
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isUp: () => true,
  };
}
