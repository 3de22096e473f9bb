import {
  ENTER_WITHIN_MS,
  MEDIA_MESSAGES_PER_SECOND_MAX,
  MediaClientMessage,
  type MediaServerMessage,
  type RoomRefusal,
} from '@app/contract/live/media-room';
import { CLOSE_CODES } from '@app/contract/platform/socket';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { Engine } from './engine.ts';
import { verifyJoinToken } from './join-token.ts';
import type { Participant, ParticipantSocket } from './participant.ts';
import { Peer } from './peer.ts';
import type { Room } from './room.ts';
import type { Rooms } from './rooms.ts';
import { BadOffer } from './rtp/sdp.ts';

export interface SignallingParts {
  rooms: Rooms;
  engine: Engine;
  secret: string;
  log: Logger;
}

/** Offers per socket and minute; each costs the node some milliseconds. */
const OFFERS_PER_MINUTE_MAX = 20;
const UNSENT_BYTES_MAX = 1024 * 1024;
const HEARTBEAT_INTERVAL_MS = 10_000;

interface Inside {
  room: Room;
  participant: Participant;
}

export function handleSignalling(socket: WebSocket, parts: SignallingParts): void {
  const session = new SignallingSession(socket, parts);
  socket.on('message', (data, isBinary) => {
    if (isBinary) session.reject('bad_message');
    else session.handleFrame(data.toString());
  });
  socket.on('close', () => session.close());
  // The library closes the socket with the right code for oversized or malformed messages.
  socket.on('error', () => {});
}

class SignallingSession implements ParticipantSocket {
  private readonly socket: WebSocket;
  private readonly parts: SignallingParts;
  private readonly late: NodeJS.Timeout;
  private readonly heartbeat: NodeJS.Timeout;
  private joined: Inside | undefined;
  private second = 0;
  private said = 0;
  private minute = 0;
  private offers = 0;
  private isAlive = true;
  private isOver = false;

  constructor(socket: WebSocket, parts: SignallingParts) {
    this.socket = socket;
    this.parts = parts;
    this.late = setTimeout(() => this.reject('bad_token'), ENTER_WITHIN_MS);
    this.heartbeat = setInterval(() => this.checkHeartbeat(), HEARTBEAT_INTERVAL_MS);
    socket.on('pong', () => {
      this.isAlive = true;
    });
  }

  send(message: MediaServerMessage): void {
    if (this.isOver || this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > UNSENT_BYTES_MAX) this.socket.terminate();
    else this.socket.send(JSON.stringify(message));
  }

  sendAndClose(message: MediaServerMessage): void {
    this.send(message);
    this.isOver = true;
    this.socket.close(message.type === 'refused' ? CLOSE_CODES.excess : 1000);
  }

  reject(code: RoomRefusal): void {
    this.sendAndClose({ type: 'refused', code });
  }

  handleFrame(frame: string): void {
    if (this.isOver) return;
    const said = this.mayReceiveMessage() ? parseFrame(frame) : 'too_many_messages';
    if (said === undefined) this.reject('bad_message');
    else if (said === 'too_many_messages') this.reject(said);
    else if (said.type === 'enter') this.enter(said.token);
    else if (this.joined === undefined) this.reject('bad_token');
    else if (said.type === 'beat') this.send({ type: 'beat' });
    else if (said.type === 'offer') this.offer(this.joined, said);
    else if (said.type === 'stats') this.parts.log.debug({ room: this.joined.room.id, ...said }, 'a browser measured');
    else if (said.type === 'leave') this.leave(this.joined);
    else this.joined.room.handleMessage(this.joined.participant, said);
  }

  close(): void {
    this.isOver = true;
    clearTimeout(this.late);
    clearInterval(this.heartbeat);
    this.joined?.room.onSocketClosed(this.joined.participant, this);
  }

  private enter(token: string): void {
    const claim = verifyJoinToken(this.parts.secret, token, new Date());
    if (this.joined !== undefined) this.reject('bad_message');
    else if (typeof claim === 'string') this.reject(claim);
    else {
      const room = this.parts.rooms.open(claim.roomId, claim.kind);
      const participant = room?.enter(claim.userId, claim.may, this);
      clearTimeout(this.late);
      if (room === undefined) this.reject('node_full');
      else if (participant === undefined) this.reject('room_full');
      else this.joined = { room, participant };
    }
  }

  /** Leaves on purpose; pending work must not add the participant again. */
  private leave({ room, participant }: Inside): void {
    this.isOver = true;
    room.leave(participant);
    this.socket.close(1000);
  }

  private offer({ room, participant }: Inside, offer: Extract<MediaClientMessage, { type: 'offer' }>): void {
    const isCurrent = (): boolean => !this.isOver && participant.socket === this;
    const setUp = async (): Promise<void> => {
      if (!isCurrent()) return;
      const peer = await Peer.open(this.parts.engine, offer.sdp, offer.sends, (changed) => {
        if (participant.peer === changed) room.onPeerState(participant, changed);
      });
      if (!isCurrent()) {
        peer.close();
        return;
      }
      this.send({ type: 'answer', id: offer.id, sdp: peer.answer });
      room.usePeer(participant, peer, offer.on);
    };
    if (participant.may === 'view' && offer.sends.length > 0) this.reject('may_not_publish');
    else if (!this.mayOffer()) this.reject('too_many_messages');
    else {
      const admission = this.parts.rooms.admit(setUp);
      if (admission === undefined) this.reject('node_full');
      else admission.catch((error: unknown) => this.rejectOffer(error));
    }
  }

  private rejectOffer(error: unknown): void {
    if (!(error instanceof BadOffer)) throw error;
    this.parts.log.debug({ reason: error.message }, 'an offer was refused');
    this.reject('bad_offer');
  }

  private mayReceiveMessage(): boolean {
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.second) {
      this.second = second;
      this.said = 0;
    }
    this.said += 1;
    return this.said <= MEDIA_MESSAGES_PER_SECOND_MAX;
  }

  private mayOffer(): boolean {
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.minute) {
      this.minute = minute;
      this.offers = 0;
    }
    this.offers += 1;
    return this.offers <= OFFERS_PER_MINUTE_MAX;
  }

  /** A browser that vanished without closing the socket answers no heartbeat. */
  private checkHeartbeat(): void {
    if (this.isAlive) this.socket.ping();
    else this.socket.terminate();
    this.isAlive = false;
  }
}

function parseFrame(frame: string): MediaClientMessage | undefined {
  try {
    return MediaClientMessage.safeParse(JSON.parse(frame)).data;
  } catch {
    return undefined;
  }
}
