import { randomBytes } from 'node:crypto';
import type { Engine } from './engine.ts';
import type { Participant, ParticipantSocket } from './participant.ts';
import { Peer } from './peer.ts';
import type { Room } from './room.ts';
import type { Rooms } from './rooms.ts';
import { asSendOnly, findSentMedia } from './rtp/sdp.ts';

/** Milliseconds until a peer that never connects is removed; one that connected and is away goes after `AWAY_MS`. */
const CONNECT_MS = 15_000;
const AWAY_MS = 8000;

/**
 * An encoder or player that connects with one SDP offer over HTTP and has no socket: it sends to a stream (WHIP) or
 * watches it (WHEP).
 */
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

export class ExternalPeers {
  private readonly rooms: Rooms;
  private readonly engine: Engine;
  private readonly inside = new Map<string, ExternalPeer>();

  constructor(rooms: Rooms, engine: Engine) {
    this.rooms = rooms;
    this.engine = engine;
  }

  async admit({ room: roomId, user, may, sdp }: ExternalPeerOffer): Promise<{ id: string; sdp: string } | undefined> {
    const offer = may === 'publish' ? asSendOnly(sdp) : sdp;
    const sends = may === 'publish' ? findSentMedia(offer) : [];
    return this.rooms.admit(async () => {
      const id = randomBytes(16).toString('base64url');
      // The answer is created before an earlier peer is removed, so that a bad offer removes nobody.
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

  private removeUnlessConnected(id: string, peer: Peer, ms: number): void {
    setTimeout(() => {
      if (this.inside.get(id)?.member.peer === peer && peer.state !== 'connected') this.leave(id);
    }, ms).unref();
  }
}
