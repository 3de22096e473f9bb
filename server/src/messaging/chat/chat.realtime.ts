import { type Chat, type ChatEvent, chatSocket, type Message } from '@app/contract/messaging/chat';
import { CLOSE_CODES } from '@app/contract/platform/socket';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { isBlockBetween } from '../../people/relationships/relationships.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { LiveEvent } from '../../platform/live/live.ts';
import type { LiveSocket } from '../../platform/live/socket-connection.ts';
import { registerSocketRoute } from '../../platform/live/socket-route.ts';
import type { NumberedEvent } from '../../platform/live/user-events.queries.ts';
import type { StreamListener } from '../../platform/live/user-streams.ts';
import { presentChatEvents } from './present-chat-events.ts';
import type { ChatEventRef } from './publish-chat-event.ts';
import { markRead } from './receipts.ts';

const TYPING_MS = 2000;

/** Serves one open chat from the user's event stream, in the message format of this socket. */
class ChatConnection implements StreamListener {
  readonly #services: Services;
  readonly #socket: LiveSocket;
  readonly #otherId: number;
  #pendingEvents: NumberedEvent[] = [];
  #isSending = false;
  #lastReceipt = '';
  #typedAt = 0;

  constructor(services: Services, socket: LiveSocket, otherId: number) {
    this.#services = services;
    this.#socket = socket;
    this.#otherId = otherId;
  }

  onEvents(events: readonly NumberedEvent[]): void {
    const mine = events.filter(({ event }) => isOfChat(event, this.#otherId));
    if (mine.length === 0) return;
    this.#pendingEvents.push(...mine);
    void this.#sendPending();
  }

  /** Missed events are read over REST after the client reconnects. */
  onLimited(): void {
    this.#socket.close(CLOSE_CODES.restart, 'too much was missed');
  }

  handleEvent(event: LiveEvent): void {
    if ('type' in event && event.type === 'typing' && 'user_id' in event && event.user_id === this.#otherId)
      this.#socket.send(event);
  }

  /** Runs one after another, so that an older state is never sent after a newer one. */
  async #sendPending(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    const { userId, lang } = this.#socket.viewer;
    try {
      while (this.#pendingEvents.length > 0) {
        const events = this.#pendingEvents;
        this.#pendingEvents = [];
        const shown = (await presentChatEvents(this.#services, userId, [lang], events)).get(lang);
        for (const { seq } of events) this.#send(shown?.get(seq) as ChatEvent | undefined);
      }
    } catch (error) {
      this.#services.log.warn(
        { reason: error instanceof Error ? error.message : error },
        'an event of a chat was not sent',
      );
      this.#socket.close(CLOSE_CODES.restart);
    }
    this.#isSending = false;
  }

  #send(event: ChatEvent | undefined): void {
    if (event?.type === 'chat_message') this.#socket.send({ type: 'message', meta: event.message satisfies Message });
    else if (event?.type === 'chat_changed') this.#socket.send({ type: 'changed', meta: event.message });
    else if (event?.type === 'chat_marks') this.#sendReceipt(event.chat);
    else if (event?.type === 'chat_line' && event.chat !== null) this.#checkAccess(event.chat);
  }

  /** The user's own reads arrive on the same stream and change nothing here. */
  #sendReceipt({ delivered_seq, read_seq }: Chat): void {
    const receipt = `${delivered_seq} ${read_seq}`;
    if (receipt === this.#lastReceipt) return;
    this.#lastReceipt = receipt;
    this.#socket.send({ type: 'marks', meta: { delivered_seq, read_seq } });
  }

  #checkAccess({ blocked, user }: Chat): void {
    if (blocked === 1 || user.deleted === 1) this.#socket.close(CLOSE_CODES.forbidden, 'not allowed');
    else
      findChatAccess(this.#services, this.#socket.viewer.userId, this.#otherId).then(
        ({ isOpen }) => !isOpen && this.#socket.close(CLOSE_CODES.forbidden, 'not allowed'),
        () => this.#socket.close(CLOSE_CODES.restart),
      );
  }

  async type(what: 'text' | 'voice' | 'file'): Promise<void> {
    const now = Date.now();
    if (now - this.#typedAt < TYPING_MS) return;
    this.#typedAt = now;
    const { userId } = this.#socket.viewer;
    const { showsTyping } = await findChatAccess(this.#services, userId, this.#otherId);
    if (showsTyping) this.#services.live.publish(`user:${this.#otherId}`, { type: 'typing', user_id: userId, what });
  }
}

const isOfChat = (event: object, otherId: number): boolean => {
  const { type, user_id } = event as Partial<ChatEventRef>;
  return user_id === otherId && typeof type === 'string' && type.startsWith('chat_');
};

interface ChatAccess {
  /** The other user is active and no block exists. */
  isOpen: boolean;
  showsTyping: boolean;
}

async function findChatAccess({ db }: Services, userId: number, otherId: number): Promise<ChatAccess> {
  const { rows } = await sql<ChatAccess>`
    select not ${isBlockBetween(sql`u.id`, sql`${userId}::bigint`)} as "isOpen",
      (them.is_accepted or f.user_id is not null) and coalesce(them.folder, 'main') = 'main'
        and coalesce(me.folder, 'main') = 'main' and coalesce(mine.shows_typing, true) and coalesce(theirs.shows_typing, true) as "showsTyping"
    from users u
    left join chat_members them on them.user_id = u.id and them.other_id = ${userId}
    left join chat_members me on me.user_id = ${userId} and me.other_id = u.id
    left join friends f on f.user_id = u.id and f.friend_id = ${userId}
    left join chat_settings mine on mine.user_id = ${userId}
    left join chat_settings theirs on theirs.user_id = u.id
    where u.id = ${otherId} and u.id <> ${userId} and u.status = 'active' and u.deleted_at is null`.execute(db);
  return { isOpen: rows[0]?.isOpen === true, showsTyping: rows[0]?.showsTyping === true };
}

/** Socket of a single chat, for clients that do not follow their whole event stream. */
export function registerChatSocket(app: FastifyInstance, services: Services): void {
  const { live } = services;
  const connections = new WeakMap<LiveSocket, ChatConnection>();

  registerSocketRoute(app, services, chatSocket, {
    access: async (viewer, { my_id, other_id }) =>
      viewer.userId === my_id && (await findChatAccess(services, my_id, other_id)).isOpen,
    async open(socket, { my_id, other_id }) {
      const connection = new ChatConnection(services, socket, other_id);
      connections.set(socket, connection);
      const leaveTopic = await live.subscribe(`user:${my_id}`, (event) => connection.handleEvent(event));
      try {
        const { unsubscribe: leave } = await live.subscribeToUser(my_id, connection);
        return () => {
          leave();
          leaveTopic();
        };
      } catch (error) {
        leaveTopic();
        throw error;
      }
    },
    messages: {
      typing: async (socket, { what }) => connections.get(socket)?.type(what),
      read: async (socket, { seq }, { other_id }) => {
        try {
          await markRead(services, socket.viewer, other_id, { seq });
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
        }
      },
    },
  });
}
