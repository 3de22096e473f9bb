import { randomUUID } from 'node:crypto';
import {
  type EnterCallEvent,
  enterCallSocket,
  RECONNECT_SECONDS,
  SIGNAL_MAX_CHARS,
} from '@app/contract/messaging/calls';
import { CLOSE_CODES } from '@app/contract/platform/socket';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { findBlocked } from '../../people/relationships/relationships.public.ts';
import { findUserSummaries } from '../../people/users/accounts.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { toErrorResponse } from '../../platform/http/error-response.ts';
import { reasonOf } from '../../platform/live/bus.ts';
import type { LiveSocket } from '../../platform/live/socket-connection.ts';
import { registerSocketRoute } from '../../platform/live/socket-route.ts';
import { texts } from '../../platform/texts.ts';
import { findCallMedia } from './call-media.ts';
import {
  type CallStep,
  type CallStepEvent,
  findParticipant,
  isIn,
  mayHaveMedia,
  maySignal,
  mayViewCall,
  receivesRoomEvent,
} from './call-state.ts';
import { type CallRow, findCall, readClock, renewPages } from './calls.queries.ts';
import { CaptionRate } from './caption-rate.ts';
import { advanceCall, changeCall } from './change-call.ts';
import { isWritten, presentCallMessage, sendCallMessage } from './conference-chat.ts';
import { findListening } from './find-listening.ts';
import { fullName, presentCall } from './present-calls.ts';
import { type RoomEvent, roomTopic } from './publish-call-events.ts';
import { addPeople } from './start-call.ts';

const RENEW_MS = 3000;
/** Maximum characters per signal part: whatever they are, a part fits into one NOTIFY payload (under 8000 bytes). */
const PART_CHARS = 1500;

type Messages = NonNullable<typeof enterCallSocket.messages>;
type Message<T extends keyof Messages> = z.output<Messages[T]>;
/** Omit, for each member of the union. */
type WithoutBy<T> = T extends { by: number } ? Omit<T, 'by'> : never;
/** What the user of a page does. */
type OwnStep = WithoutBy<CallStep>;
type SignalPart = Extract<RoomEvent, { kind: 'signal' }>;
type CaptionEvent = Extract<RoomEvent, { kind: 'captions' | 'caption' }>;

class RoomPage {
  readonly name = randomUUID();
  readonly roomId: string;
  readonly #services: Services;
  readonly #socket: LiveSocket;
  isInside = false;
  /** Whether this page's entering is committed. Before, another page of the same user may still be the one in the call. */
  #hasEntered = false;
  /** Another page was the one in the call when this page read the call while entering. */
  #sawOtherPage = false;
  /**
   * Whether this page may send and receive captions, by the state of the call that it read last. Captions are too many
   * to ask the database about each.
   */
  #mayHaveCaptions = false;
  #wantsCaptions = false;
  readonly #captionRate = new CaptionRate();
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

  #change(step: OwnStep): Promise<CallRow> {
    return changeCall(this.#services, this.roomId, { ...step, by: this.#me } as CallStep);
  }

  handleEvent(event: RoomEvent): void {
    if (event.kind === 'signal') this.#handleSignal(event);
    else if (event.kind === 'chat') this.#enqueue(() => this.#sendMessage(event.messageId));
    else if (event.kind !== 'told') this.#enqueue(async () => this.#sendCaptionEvent(event));
    else this.#enqueue(() => this.#sendStateAndEvents(event.told));
  }

  sendState(events: readonly CallStepEvent[] = []): Promise<void> {
    return this.#enqueue(() => this.#sendStateAndEvents(events));
  }

  /** Runs one after another, so that an older state is never sent after a newer one. */
  #enqueue(step: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(step).catch((error: unknown) => {
      this.#services.log.warn({ reason: reasonOf(error) }, 'an event of a call was not sent');
      this.#socket.close(CLOSE_CODES.restart);
    });
    return this.#queue;
  }

  async #sendStateAndEvents(events: readonly CallStepEvent[]): Promise<void> {
    const call = await findCall(this.#services.db, this.roomId);
    if (call === undefined) return;
    const me = findParticipant(call, this.#me);
    this.#mayHaveCaptions = mayHaveMedia(call, this.#me) && me?.page === this.name;
    if (this.isInside && me !== undefined && isIn(me) && me.page !== null && me.page !== this.name) {
      if (this.#hasEntered) return this.#closeForOtherPage(call);
      this.#sawOtherPage = true;
    }
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
      if (event.type === 'media') await this.#sendMedia(call);
      else {
        const { user, ...rest } = event;
        const { firstname = '', lastname = '' } = names.get(user) ?? {};
        this.send({ ...rest, user_id: user, firstname, lastname, timestamp } as EnterCallEvent);
      }
    }
  }

  async #sendMedia(call: CallRow): Promise<void> {
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

  #sendCaptionEvent({ kind, from, ...rest }: CaptionEvent): void {
    if (from === this.#me || !this.isInside || !this.#mayHaveCaptions) return;
    if (kind === 'captions' || this.#wantsCaptions) this.send({ type: kind, user_id: from, ...rest } as EnterCallEvent);
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

  /** Runs what the page asked for and tells it when that is refused. */
  async attempt(of: string, act: (page: this) => unknown): Promise<void> {
    try {
      await act(this);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code === 'not_found') return;
      const { code, message } = toErrorResponse(error, texts, this.#socket.viewer.lang).body;
      this.send({ type: 'refused', of, code, message });
    }
  }

  async enter(): Promise<void> {
    // Set before the request, because events about the entering itself arrive while the database is still responding.
    this.isInside = true;
    try {
      await this.#change({ type: 'enter', page: this.name });
      this.#hasEntered = true;
      // A third page may have entered meanwhile.
      if (this.#sawOtherPage) void this.sendState();
    } catch (error) {
      this.isInside = false;
      throw error;
    }
  }

  exit(): void {
    if (!this.isInside) return;
    this.isInside = false;
    this.#change({ type: 'exit', page: this.name }).catch((error: unknown) => {
      this.#services.log.debug({ reason: reasonOf(error) }, 'a participant’s disconnect was not recorded');
    });
  }

  async visit(): Promise<void> {
    const call = await findCall(this.#services.db, this.roomId);
    const inside = call?.people.filter(isIn).map(({ userId }) => userId) ?? [];
    // A guest with a block between them and a participant is ignored.
    if ((await findBlocked(this.#services.db, this.#me, inside)).size > 0) return;
    await this.#change({ type: 'visit' });
  }

  answerVisitor = (user: number, isAdmitted: boolean) => this.#change({ type: 'answer', user, isAdmitted });

  async sendAwaited(): Promise<void> {
    const { db } = this.#services;
    const call = await findCall(db, this.roomId);
    const me = call && findParticipant(call, this.#me);
    if (call === undefined || me === undefined || !isIn(me)) return;
    const users = call.people.filter(({ state }) => state === 'ringing').map(({ userId }) => userId);
    const names = await findUserSummaries(db, users);
    this.send({ type: 'await', users, names: users.map((id) => fullName(names.get(id))) });
  }

  addPeople = (ids: readonly number[]) =>
    addPeople(this.#services, this.#socket.viewer, this.roomId, withoutSender(ids, this.#me));

  async sendChat({ id, message, files, client_key }: Message<'chat'>): Promise<void> {
    const { viewer } = this.#socket;
    if (id && (await isWritten(this.#services, viewer, this.roomId, id))) return;
    await sendCallMessage(this.#services, viewer, this.roomId, {
      message,
      file_ids: files ?? undefined,
      client_key: client_key ?? undefined,
    });
  }

  setCaptions({ wants, speech }: Message<'captions'>): void {
    if (!this.isInside || !this.#mayHaveCaptions) return;
    this.#wantsCaptions = wants === 1;
    this.#publish({ kind: 'captions', from: this.#me, wants, speech });
  }

  sendCaption({ text, final }: Message<'caption'>): void {
    if (!this.isInside || !this.#mayHaveCaptions || !this.#captionRate.count(performance.now())) return;
    this.#publish({ kind: 'caption', from: this.#me, text, final });
  }

  #publish(event: RoomEvent): void {
    this.#services.live.publish(roomTopic(this.roomId), event);
  }

  changeInside = (step: OwnStep) => this.isInside && this.#change(step);

  hangUp(userId: number | null | undefined): Promise<CallRow> {
    const isOther = userId && userId !== this.#me;
    return this.#change(isOther ? { type: 'cancel', user: userId } : { type: 'hangup' });
  }

  async signal({ to, data }: Message<'signal'>): Promise<void> {
    const from = this.#me;
    const text = JSON.stringify(data) ?? 'null';
    const call = await findCall(this.#services.db, this.roomId);
    if (call === undefined || !maySignal(call, from, to)) return;
    if (text.length > SIGNAL_MAX_CHARS || findParticipant(call, from)?.page !== this.name) return;
    const key = randomUUID();
    const parts = Math.ceil(text.length / PART_CHARS);
    for (let part = 0; part < parts; part++) {
      const piece = text.slice(part * PART_CHARS, (part + 1) * PART_CHARS);
      this.#publish({ kind: 'signal', from, to, key, part, parts, text: piece });
    }
  }

  async listen(message: Message<'listen'>): Promise<void> {
    if (!this.isInside) return;
    const step =
      message.is === 'set'
        ? { is: message.is, index: message.index, positionMs: message.position_ms, isPlaying: message.playing === 1 }
        : message.is === 'stop'
          ? message
          : await findListening(this.#services, this.#socket.viewer, message);
    if (step !== undefined) await this.#change({ type: 'listen', step });
  }

  async sendClock({ sent }: Message<'clock'>): Promise<void> {
    if (this.isInside) this.send({ type: 'clock', sent, server_ms: await readClock(this.#services.db) });
  }

  async renewMedia(mode: 'room' | undefined): Promise<void> {
    if (!this.isInside) return;
    if (mode === 'room') return void (await this.#change({ type: 'move' }));
    const call = await findCall(this.#services.db, this.roomId);
    if (call !== undefined) await this.#sendMedia(call);
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
      log.warn({ reason: reasonOf(error) }, 'participants of calls were not renewed');
    }
  }

  const on =
    <M>(of: string, act: (page: RoomPage, message: M) => unknown) =>
    async (socket: LiveSocket, message: M): Promise<void> =>
      pages.get(socket)?.attempt(of, (page) => act(page, message));

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
        page.exit();
      };
    },
    messages: {
      init: on('init', (page) => page.enter()),
      visitor: on('visitor', (page, { user_id, admit }: Message<'visitor'>) =>
        user_id && admit != null ? page.answerVisitor(user_id, admit === 1) : page.visit(),
      ),
      await: on('await', (page) => page.sendAwaited()),
      add_user: on('add_user', (page, { user_id, users }: Message<'add_user'>) =>
        page.addPeople([...(user_id ?? []), ...(users ?? [])]),
      ),
      chat: on('chat', (page, message: Message<'chat'>) => page.sendChat(message)),
      record: on('record', (page, step: Message<'record'>) => page.changeInside({ type: 'record', step })),
      listen: on('listen', (page, message: Message<'listen'>) => page.listen(message)),
      clock: on('clock', (page, message: Message<'clock'>) => page.sendClock(message)),
      mute: on('mute', (page, { user_id }: Message<'mute'>) => page.changeInside({ type: 'mute', user: user_id })),
      captions: on('captions', (page, message: Message<'captions'>) => page.setCaptions(message)),
      caption: on('caption', (page, message: Message<'caption'>) => page.sendCaption(message)),
      hangup: on('hangup', (page, { user_id }: Message<'hangup'>) => page.hangUp(user_id)),
      exit: on('exit', (page) => page.exit()),
      signal: on('signal', (page, message: Message<'signal'>) => page.signal(message)),
      media: on('media', (page, { mode }: Message<'media'>) => page.renewMedia(mode)),
    },
  });
}
