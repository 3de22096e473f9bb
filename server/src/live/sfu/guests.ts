import { randomBytes } from 'node:crypto';
import type { Engine } from './engine.ts';
import type { Line, Member } from './member.ts';
import { Peer } from './peer.ts';
import type { Room } from './room.ts';
import type { Rooms } from './rooms.ts';
import { asSender, sendsOf } from './rtp/sdp.ts';

/** Who never gets through, and who is gone without a word. */
const CONNECT_MS = 15_000;
const AWAY_MS = 8000;

/** A program that comes with one offer over HTTP and has no socket: it sends to a stream (WHIP), or watches it (WHEP). */
export interface GuestOffer {
  room: string;
  user: number;
  may: 'publish' | 'view';
  sdp: string;
}

interface Guest {
  room: Room;
  member: Member;
  line: Line;
}

/** The programs that are in rooms of a node, by the names that they go by. */
export class Guests {
  private readonly rooms: Rooms;
  private readonly engine: Engine;
  private readonly inside = new Map<string, Guest>();

  constructor(rooms: Rooms, engine: Engine) {
    this.rooms = rooms;
    this.engine = engine;
  }

  /** Let a program in; undefined when there is no place. Throws {@link BadOffer}. */
  async enter({ room: roomId, user, may, sdp }: GuestOffer): Promise<{ id: string; sdp: string } | undefined> {
    const offer = may === 'publish' ? asSender(sdp) : sdp;
    const sends = may === 'publish' ? sendsOf(offer) : [];
    return this.rooms.admit(async () => {
      const id = randomBytes(16).toString('base64url');
      // The answer is made before anybody is sent away for it.
      const peer = await Peer.open(this.engine, offer, sends, (changed) => this.note(id, changed));
      const line: Line = { say() {}, end: () => void this.inside.delete(id) };
      const room = this.rooms.open(roomId, 'stream');
      const member = room?.enter(user, may, line);
      if (room === undefined || member === undefined) {
        peer.close();
        return undefined;
      }
      this.inside.set(id, { room, member, line });
      room.usePeer(member, peer, { audio: true, video: true, screen: false });
      this.expect(id, peer, CONNECT_MS);
      return { id, sdp: peer.answer };
    });
  }

  /** False: there is nobody of this name. */
  leave(id: string): boolean {
    const guest = this.inside.get(id);
    if (guest === undefined) return false;
    this.inside.delete(id);
    if (guest.member.line === guest.line) guest.room.leave(guest.member);
    return true;
  }

  private note(id: string, peer: Peer): void {
    const guest = this.inside.get(id);
    if (guest === undefined || guest.member.peer !== peer) return;
    guest.room.noteState(guest.member, peer);
    if (peer.state === 'disconnected' || peer.state === 'failed') this.expect(id, peer, AWAY_MS);
  }

  /** Whoever is not connected by then is gone. */
  private expect(id: string, peer: Peer, ms: number): void {
    setTimeout(() => {
      if (this.inside.get(id)?.member.peer === peer && peer.state !== 'connected') this.leave(id);
    }, ms).unref();
  }
}
