import { randomBytes } from 'node:crypto';
import type { Engine } from './engine.ts';
import type { Participant, ParticipantSocket } from './participant.ts';
import { Peer } from './peer.ts';
import type { Room } from './room.ts';
import type { Rooms } from './rooms.ts';
import { asSendOnly, findSentMedia } from './rtp/sdp.ts';

/** Who never gets through, and who is gone without a word. */
const CONNECT_MS = 15_000;
const AWAY_MS = 8000;

/** A program that comes with one offer over HTTP and has no socket: it sends to a stream (WHIP), or watches it (WHEP). */
export interface ExternalPeerOffer {
  room: string;
  user: number;
  may: 'publish' | 'view';
  sdp: string;
}

interface ExternalPeer {
  room: Room;
  member: Participant;
  socket: ParticipantSocket;
}

/** The programs that are in rooms of a node, by the names that they go by. */
export class ExternalPeers {
  private readonly rooms: Rooms;
  private readonly engine: Engine;
  private readonly inside = new Map<string, ExternalPeer>();

  constructor(rooms: Rooms, engine: Engine) {
    this.rooms = rooms;
    this.engine = engine;
  }

  /** Let a program in; undefined when there is no place. Throws {@link BadOffer}. */
  async admit({ room: roomId, user, may, sdp }: ExternalPeerOffer): Promise<{ id: string; sdp: string } | undefined> {
    const offer = may === 'publish' ? asSendOnly(sdp) : sdp;
    const sends = may === 'publish' ? findSentMedia(offer) : [];
    return this.rooms.admit(async () => {
      const id = randomBytes(16).toString('base64url');
      // The answer is made before anybody is sent away for it.
      const peer = await Peer.open(this.engine, offer, sends, (changed) => this.onStateChange(id, changed));
      const socket: ParticipantSocket = { send() {}, sendAndClose: () => void this.inside.delete(id) };
      const room = this.rooms.open(roomId, 'stream');
      const member = room?.enter(user, may, socket);
      if (room === undefined || member === undefined) {
        peer.close();
        return undefined;
      }
      this.inside.set(id, { room, member, socket });
      room.usePeer(member, peer, { audio: true, video: true, screen: false });
      this.removeUnlessConnected(id, peer, CONNECT_MS);
      return { id, sdp: peer.answer };
    });
  }

  /** False: there is nobody of this name. */
  leave(id: string): boolean {
    const externalPeer = this.inside.get(id);
    if (externalPeer === undefined) return false;
    this.inside.delete(id);
    if (externalPeer.member.socket === externalPeer.socket) externalPeer.room.leave(externalPeer.member);
    return true;
  }

  private onStateChange(id: string, peer: Peer): void {
    const externalPeer = this.inside.get(id);
    if (externalPeer === undefined || externalPeer.member.peer !== peer) return;
    externalPeer.room.onPeerState(externalPeer.member, peer);
    if (peer.state === 'disconnected' || peer.state === 'failed') this.removeUnlessConnected(id, peer, AWAY_MS);
  }

  /** Whoever is not connected by then is gone. */
  private removeUnlessConnected(id: string, peer: Peer, ms: number): void {
    setTimeout(() => {
      if (this.inside.get(id)?.member.peer === peer && peer.state !== 'connected') this.leave(id);
    }, ms).unref();
  }
}
