import {
  ENTER_WITHIN_MS,
  MEDIA_MESSAGES_PER_SECOND_MAX,
  type MediaHeard,
  MediaSaid,
  type RoomRefusal,
} from '@app/contract/live/media-room';
import { CLOSED } from '@app/contract/platform/socket';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { Engine } from './engine.ts';
import type { Line, Member } from './member.ts';
import { Peer } from './peer.ts';
import type { Room } from './room.ts';
import type { Rooms } from './rooms.ts';
import { BadOffer } from './rtp/sdp.ts';
import { readSeat } from './seat-token.public.ts';

export interface SignallingParts {
  rooms: Rooms;
  engine: Engine;
  secret: string;
  log: Logger;
}

/** Offers of one socket in a minute: each costs some milliseconds of the whole node. */
const OFFERS_PER_MINUTE_MAX = 20;
/** What waits for a browser that reads nothing. */
const UNSENT_BYTES_MAX = 1024 * 1024;
const BEAT_MS = 10_000;

interface Inside {
  room: Room;
  member: Member;
}

/** One media socket: the token first, then offers and wishes. */
export function talk(socket: WebSocket, parts: SignallingParts): void {
  const conversation = new Conversation(socket, parts);
  socket.on('message', (data, isBinary) => {
    if (isBinary) conversation.refuse('bad_message');
    else conversation.take(data.toString());
  });
  socket.on('close', () => conversation.close());
  // What is too large or not well-formed: the library closes the socket with the code that says so.
  socket.on('error', () => {});
}

class Conversation implements Line {
  private readonly socket: WebSocket;
  private readonly parts: SignallingParts;
  private readonly late: NodeJS.Timeout;
  private readonly beat: NodeJS.Timeout;
  private inside: Inside | undefined;
  private second = 0;
  private said = 0;
  private minute = 0;
  private offers = 0;
  private isAlive = true;
  private isOver = false;

  constructor(socket: WebSocket, parts: SignallingParts) {
    this.socket = socket;
    this.parts = parts;
    this.late = setTimeout(() => this.refuse('bad_token'), ENTER_WITHIN_MS);
    this.beat = setInterval(() => this.check(), BEAT_MS);
    socket.on('pong', () => {
      this.isAlive = true;
    });
  }

  say(message: MediaHeard): void {
    if (this.isOver || this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > UNSENT_BYTES_MAX) this.socket.terminate();
    else this.socket.send(JSON.stringify(message));
  }

  end(message: MediaHeard): void {
    this.say(message);
    this.isOver = true;
    this.socket.close(message.type === 'refused' ? CLOSED.excess : 1000);
  }

  refuse(code: RoomRefusal): void {
    this.end({ type: 'refused', code });
  }

  take(frame: string): void {
    if (this.isOver) return;
    const said = this.maySpeak() ? readFrame(frame) : 'too_many_messages';
    if (said === undefined) this.refuse('bad_message');
    else if (said === 'too_many_messages') this.refuse(said);
    else if (said.type === 'enter') this.enter(said.token);
    else if (this.inside === undefined) this.refuse('bad_token');
    else if (said.type === 'beat') this.say({ type: 'beat' });
    else if (said.type === 'offer') this.offer(this.inside, said);
    else if (said.type === 'stats') this.parts.log.debug({ room: this.inside.room.id, ...said }, 'a browser measured');
    else if (said.type === 'leave') this.leave(this.inside);
    else this.inside.room.hear(this.inside.member, said);
  }

  close(): void {
    this.isOver = true;
    clearTimeout(this.late);
    clearInterval(this.beat);
    this.inside?.room.lose(this.inside.member, this);
  }

  private enter(token: string): void {
    const seat = readSeat(this.parts.secret, token, new Date());
    if (this.inside !== undefined) this.refuse('bad_message');
    else if (typeof seat === 'string') this.refuse(seat);
    else {
      const room = this.parts.rooms.open(seat.roomId, seat.kind);
      const member = room?.enter(seat.userId, seat.may, this);
      clearTimeout(this.late);
      if (room === undefined) this.refuse('node_full');
      else if (member === undefined) this.refuse('room_full');
      else this.inside = { room, member };
    }
  }

  /** Goes on purpose: nothing that is still under way may bring them back. */
  private leave({ room, member }: Inside): void {
    this.isOver = true;
    room.leave(member);
    this.socket.close(1000);
  }

  private offer({ room, member }: Inside, offer: Extract<MediaSaid, { type: 'offer' }>): void {
    const isHere = (): boolean => !this.isOver && member.line === this;
    const setUp = async (): Promise<void> => {
      // Who waited may have gone meanwhile.
      if (!isHere()) return;
      const peer = await Peer.open(this.parts.engine, offer.sdp, offer.sends, (changed) => {
        if (member.peer === changed) room.noteState(member, changed);
      });
      if (!isHere()) {
        peer.close();
        return;
      }
      this.say({ type: 'answer', id: offer.id, sdp: peer.answer });
      room.usePeer(member, peer, offer.on);
    };
    if (member.may === 'view' && offer.sends.length > 0) this.refuse('may_not_publish');
    else if (!this.mayOffer()) this.refuse('too_many_messages');
    else {
      const admission = this.parts.rooms.admit(setUp);
      if (admission === undefined) this.refuse('node_full');
      else admission.catch((error: unknown) => this.refuseOffer(error));
    }
  }

  private refuseOffer(error: unknown): void {
    if (!(error instanceof BadOffer)) throw error;
    this.parts.log.debug({ reason: error.message }, 'an offer was refused');
    this.refuse('bad_offer');
  }

  private maySpeak(): boolean {
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

  /** A browser that vanished without a goodbye gives no sign of life. */
  private check(): void {
    if (this.isAlive) this.socket.ping();
    else this.socket.terminate();
    this.isAlive = false;
  }
}

function readFrame(frame: string): MediaSaid | undefined {
  try {
    return MediaSaid.safeParse(JSON.parse(frame)).data;
  } catch {
    return undefined;
  }
}
