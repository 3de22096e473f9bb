import { randomUUID } from 'node:crypto';
import {
  type EnterCallEvent,
  enterCallSocket,
  RECONNECT_SECONDS,
  SIGNAL_MAX_CHARS,
} from '@app/contract/messaging/calls';
import { CLOSE_CODES } from '@app/contract/platform/socket';
import type { FastifyInstance } from 'fastify';
import { findBlocked } from '../../people/relationships/relationships.public.ts';
import { findUserSummaries } from '../../people/users/accounts.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { toErrorResponse } from '../../platform/http/error-response.ts';
import type { LiveSocket } from '../../platform/live/socket-connection.ts';
import { registerSocketRoute } from '../../platform/live/socket-route.ts';
import { texts } from '../../platform/texts.ts';
import { findCallMedia } from './call-media.ts';
import { type CallStepEvent, findParticipant, isIn, maySignal, mayViewCall, receivesRoomEvent } from './call-state.ts';
import { type CallRow, findCall, renewPages } from './calls.queries.ts';
import { advanceCall, changeCall } from './change-call.ts';
import { isWritten, presentCallMessage, sendCallMessage } from './conference-chat.ts';
import { fullName, presentCall } from './present-calls.ts';
import { type RoomEvent, roomTopic } from './publish-call-events.ts';
import { addPeople } from './start-call.ts';

const RENEW_MS = 3000;
/**
 * Maximum characters per signal part, so that a part fits into one NOTIFY payload (under 8000 bytes) whatever its
 * characters.
 */
const PART_CHARS = 1500;

type SignalPart = Extract<RoomEvent, { kind: 'signal' }>;

class RoomPage {
  readonly name = randomUUID();
  readonly roomId: string;
  readonly #services: Services;
  readonly #socket: LiveSocket;
  isInside = false;
  #queue: Promise<void> = Promise.resolve();
  #partial: { key: string; texts: string[] } | undefined;

  constructor(services: Services, socket: LiveSocket, roomId: string) {
    this.#services = services;
    this.#socket = socket;
    this.roomId = roomId;
  }

  get #me(): number {
    return this.#socket.viewer.userId;
  }

  send(event: EnterCallEvent): void {
    this.#socket.send(event);
  }

  handleEvent(event: RoomEvent): void {
    if (event.kind === 'signal') this.#handleSignal(event);
    else if (event.kind === 'chat') this.#enqueue(() => this.#sendMessage(event.messageId));
    else this.#enqueue(() => this.#sendStateAndEvents(event.told));
  }

  sendState(events: readonly CallStepEvent[] = []): Promise<void> {
    return this.#enqueue(() => this.#sendStateAndEvents(events));
  }

  /** Runs one after another, so that an older state is never sent after a newer one. */
  #enqueue(step: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(step).catch((error: unknown) => {
      this.#services.log.warn(
        { reason: error instanceof Error ? error.message : error },
        'an event of a call was not sent',
      );
      this.#socket.close(CLOSE_CODES.restart);
    });
    return this.#queue;
  }

  async #sendStateAndEvents(events: readonly CallStepEvent[]): Promise<void> {
    const call = await findCall(this.#services.db, this.roomId);
    if (call === undefined) return;
    const me = findParticipant(call, this.#me);
    if (this.isInside && me !== undefined && isIn(me) && me.page !== null && me.page !== this.name)
      return this.#closeForOtherPage(call);
    const received = events.filter(
      (event) => receivesRoomEvent(call, this.#me, event) && (this.isInside || isOwnEnd(event, this.#me)),
    );
    const isOver = received.some((event) => event.type === 'hangup' && event.user === this.#me);
    const isAwaited = me?.state === 'joined' || me?.state === 'ringing' || call.state === 'ended';
    if (mayViewCall(call, this.#me) && (isAwaited || isOver))
      this.send({ type: 'state', call: await presentCall(this.#services, this.#socket.viewer, call) });
    await this.#sendEvents(call, received);
    if (isOver) this.isInside = false;
  }

  /** Closes the page because another page of the same user entered the room. */
  async #closeForOtherPage(call: CallRow): Promise<void> {
    this.isInside = false;
    await this.#sendEvents(call, [{ type: 'hangup', user: this.#me, reason: 'entered_elsewhere' }]);
    this.#socket.close(CLOSE_CODES.forbidden, 'entered elsewhere');
  }

  async #sendEvents(call: CallRow, received: readonly CallStepEvent[]): Promise<void> {
    if (received.length === 0) return;
    const ids = received.flatMap(({ type, user }) => (type === 'media' || user === undefined ? [] : [user]));
    const names = await findUserSummaries(this.#services.db, [...new Set(ids)]);
    const timestamp = call.now.toISOString();
    for (const event of received) {
      if (event.type === 'media') await this.sendMedia(call);
      else {
        const { user, ...rest } = event;
        const { firstname = '', lastname = '' } = names.get(user) ?? {};
        this.send({ ...rest, user_id: user, firstname, lastname, timestamp } as EnterCallEvent);
      }
    }
  }

  async sendMedia(call: CallRow): Promise<void> {
    const media = await findCallMedia(this.#services, call, this.#me);
    if (media !== undefined) this.send({ type: 'media', ...media });
  }

  async #sendMessage(id: number): Promise<void> {
    const call = this.isInside ? await findCall(this.#services.db, this.roomId) : undefined;
    const me = call && findParticipant(call, this.#me);
    if (call === undefined || me === undefined || !isIn(me)) return;
    const message = await presentCallMessage(this.#services, this.#socket.viewer, call, id);
    if (message !== undefined) this.send({ type: 'chat', ...message });
  }

  /** Parts arrive in order; after a missing part the rest of the signal is discarded. */
  #handleSignal({ from, to, key, part, parts, text }: SignalPart): void {
    if (to !== this.#me || !this.isInside) return;
    if (part === 0) this.#partial = { key, texts: [] };
    const partial = this.#partial;
    if (partial?.key !== key || partial.texts.length !== part) return;
    partial.texts.push(text);
    if (partial.texts.length < parts) return;
    this.#partial = undefined;
    this.send({ type: 'signal', from, data: JSON.parse(partial.texts.join('')) });
  }
}

function withoutSender(ids: readonly number[], sender: number): number[] {
  const others = [...new Set(ids)].filter((id) => id !== sender);
  return others.length > 0 ? others : [...ids];
}

const isOwnEnd = (event: CallStepEvent, userId: number): boolean =>
  event.type !== 'media' && event.user === userId && (event.type === 'hangup' || event.type === 'visitor');

export function registerEnterCallSocket(app: FastifyInstance, services: Services): void {
  const { db, live, log, mediaRooms } = services;
  const pages = new WeakMap<LiveSocket, RoomPage>();
  const open = new Set<RoomPage>();

  const timer = setInterval(() => void renew(), RENEW_MS).unref();
  const leaveGaps = live.onGap(() => {
    for (const page of open) void page.sendState();
  });
  const leaveRooms = mediaRooms.onEvent((event) => {
    if (event.type !== 'node_lost') return;
    for (const page of open) if (event.roomIds.includes(page.roomId)) void page.sendState([{ type: 'media' }]);
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    leaveGaps();
    leaveRooms();
  });

  /** Leases of a dead node expire, which removes its participants. */
  async function renew(): Promise<void> {
    const names = [...open].filter(({ isInside }) => isInside).map(({ name }) => name);
    try {
      for (const roomId of await renewPages(db, names, RECONNECT_SECONDS)) await advanceCall(services, roomId);
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : error }, 'participants of calls were not renewed');
    }
  }

  async function attempt(socket: LiveSocket, of: string, act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code === 'not_found') return;
      const { code, message } = toErrorResponse(error, texts, socket.viewer.lang).body;
      pages.get(socket)?.send({ type: 'refused', of, code, message });
    }
  }

  async function enter(socket: LiveSocket, room: string): Promise<void> {
    const page = pages.get(socket);
    if (page === undefined) return;
    // Set before the request, because events about the entering itself arrive while the database is still responding.
    page.isInside = true;
    try {
      await changeCall(services, room, { type: 'enter', by: socket.viewer.userId, page: page.name });
    } catch (error) {
      page.isInside = false;
      throw error;
    }
  }

  async function visit(socket: LiveSocket, room: string): Promise<void> {
    const { userId } = socket.viewer;
    const call = await findCall(db, room);
    const inside = call?.people.filter(isIn).map(({ userId }) => userId) ?? [];
    // A guest with a block between them and a participant is ignored.
    if ((await findBlocked(db, userId, inside)).size > 0) return;
    await changeCall(services, room, { type: 'visit', by: userId });
  }

  async function signal(socket: LiveSocket, room: string, to: number, data: unknown): Promise<void> {
    const from = socket.viewer.userId;
    const text = JSON.stringify(data) ?? 'null';
    const page = pages.get(socket);
    const call = await findCall(db, room);
    if (call === undefined || page === undefined || !maySignal(call, from, to)) return;
    if (text.length > SIGNAL_MAX_CHARS || findParticipant(call, from)?.page !== page.name) return;
    const key = randomUUID();
    const parts = Math.ceil(text.length / PART_CHARS);
    for (let part = 0; part < parts; part++) {
      const piece = text.slice(part * PART_CHARS, (part + 1) * PART_CHARS);
      live.publish(roomTopic(room), { kind: 'signal', from, to, key, part, parts, text: piece } satisfies RoomEvent);
    }
  }

  registerSocketRoute(app, services, enterCallSocket, {
    async access(viewer, { room, user }) {
      if (viewer.userId !== user) return false;
      const call = await findCall(db, room);
      // A running call is open to requests from everybody who has its address; an ended one only to its own
      // participants.
      return call !== undefined && (call.state !== 'ended' || mayViewCall(call, user));
    },
    async open(socket, { room }) {
      const page = new RoomPage(services, socket, room);
      pages.set(socket, page);
      const leave = await live.subscribe(roomTopic(room), (event) => page.handleEvent(event as RoomEvent));
      open.add(page);
      void page.sendState();
      return () => {
        leave();
        open.delete(page);
        if (page.isInside) exit(socket, page);
      };
    },
    messages: {
      init: (socket, _message, { room }) => attempt(socket, 'init', () => enter(socket, room)),
      visitor: (socket, { user_id, admit }, { room }) =>
        attempt(socket, 'visitor', async () => {
          if (!user_id || admit == null) return visit(socket, room);
          const by = socket.viewer.userId;
          await changeCall(services, room, { type: 'answer', by, user: user_id, isAdmitted: admit === 1 });
        }),
      await: async (socket, _message, { room }) => {
        const call = await findCall(db, room);
        const me = call && findParticipant(call, socket.viewer.userId);
        if (call === undefined || me === undefined || !isIn(me)) return;
        const users = call.people.filter(({ state }) => state === 'ringing').map(({ userId }) => userId);
        const names = await findUserSummaries(db, users);
        pages.get(socket)?.send({ type: 'await', users, names: users.map((id) => fullName(names.get(id))) });
      },
      add_user: (socket, { user_id, users }, { room }) =>
        attempt(socket, 'add_user', () =>
          addPeople(
            services,
            socket.viewer,
            room,
            withoutSender([...(user_id ?? []), ...(users ?? [])], socket.viewer.userId),
          ),
        ),
      chat: (socket, { id, message, files, client_key }, { room }) =>
        attempt(socket, 'chat', async () => {
          if (id && (await isWritten(services, socket.viewer, room, id))) return;
          await sendCallMessage(services, socket.viewer, room, {
            message,
            file_ids: files ?? undefined,
            client_key: client_key ?? undefined,
          });
        }),
      record: (socket, step, { room }) =>
        attempt(socket, 'record', async () => {
          if (pages.get(socket)?.isInside !== true) return;
          await changeCall(services, room, { type: 'record', by: socket.viewer.userId, step });
        }),
      mute: (socket, { user_id }, { room }) =>
        attempt(socket, 'mute', async () => {
          if (pages.get(socket)?.isInside !== true) return;
          await changeCall(services, room, { type: 'mute', by: socket.viewer.userId, user: user_id });
        }),
      hangup: (socket, { user_id }, { room }) =>
        attempt(socket, 'hangup', async () => {
          const by = socket.viewer.userId;
          const isOther = user_id && user_id !== by;
          const step = isOther ? ({ type: 'cancel', user: user_id } as const) : ({ type: 'hangup' } as const);
          await changeCall(services, room, { ...step, by });
        }),
      exit: async (socket) => {
        const page = pages.get(socket);
        if (page?.isInside) exit(socket, page);
      },
      signal: (socket, { to, data }, { room }) => signal(socket, room, to, data),
      media: (socket, { mode }, { room }) =>
        attempt(socket, 'media', async () => {
          const page = pages.get(socket);
          if (page?.isInside !== true) return;
          if (mode === 'room') await changeCall(services, room, { type: 'move', by: socket.viewer.userId });
          const call = mode === 'room' ? undefined : await findCall(db, room);
          if (call !== undefined) await page.sendMedia(call);
        }),
    },
  });

  function exit(socket: LiveSocket, page: RoomPage): void {
    page.isInside = false;
    changeCall(services, page.roomId, { type: 'exit', by: socket.viewer.userId, page: page.name }).catch(
      (error: unknown) => {
        log.debug(
          { reason: error instanceof Error ? error.message : error },
          'a participant’s disconnect was not recorded',
        );
      },
    );
  }
}
