import { type CallNotificationEvent, callNotificationSocket } from '@app/contract/messaging/calls';
import type { UserPresence } from '@app/contract/people/presence';
import type { FastifyInstance } from 'fastify';
import { createPresenceWatch, type PresenceWatch } from '../../people/presence/presence-watch.public.ts';
import { mayContact } from '../../people/relationships/relationships.public.ts';
import { findUserSummaries } from '../../people/users/accounts.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { LiveSocket } from '../../platform/live/socket-connection.ts';
import { registerSocketRoute } from '../../platform/live/socket-route.ts';
import { findParticipant, isIn } from './call-state.ts';
import { findCall, findEngagements } from './calls.queries.ts';
import { changeCall } from './change-call.ts';
import { findVisibleUserIds, listPresence } from './list-presence.ts';
import { presentRing } from './present-calls.ts';
import { callNotificationTopic, type RingEvent } from './publish-call-events.ts';

/** Milliseconds for which a ping may be answered. */
const ANSWER_MS = 10_000;
const ASKED_MAX = 200;

interface Delivery {
  kind: 'pong' | 'ok';
  from: number;
}

class CallConnection {
  readonly #services: Services;
  readonly #presence: PresenceWatch;
  readonly #socket: LiveSocket;
  readonly #sentPings = new Map<number, number>();
  #unwatch: (() => void) | undefined;
  /** Users who pinged this page, with the time until which they accept an answer. */
  readonly #receivedPings = new Map<number, number>();
  #sentPresence = new Map<number, string>();
  #presenceQueue: Promise<void> = Promise.resolve();
  #ringing: { roomId: string; by: number } | undefined;
  #ringQueue: Promise<void> = Promise.resolve();

  constructor(services: Services, presence: PresenceWatch, socket: LiveSocket) {
    this.#services = services;
    this.#presence = presence;
    this.#socket = socket;
  }

  async sendPing(userId: number): Promise<void> {
    const visible = await findVisibleUserIds(this.#services, this.#socket.viewer, [userId]);
    if (!visible.has(userId)) return;
    if (!addPending(this.#sentPings, userId)) return;
    deliver(this.#services, userId, { kind: 'pong', from: this.#socket.viewer.userId });
  }

  handleAnswer(userId: number): void {
    const until = this.#sentPings.get(userId);
    this.#sentPings.delete(userId);
    if (until !== undefined && until >= Date.now()) this.#socket.send({ type: 'ok', payload: { user_id: userId } });
  }

  handlePing(userId: number): void {
    addPending(this.#receivedPings, userId);
    this.#socket.send({ type: 'pong', user_id: userId });
  }

  answer(userId: number): void {
    const me = this.#socket.viewer.userId;
    const askers = userId === me ? [...this.#receivedPings.keys()] : [userId];
    for (const asker of askers) {
      this.#receivedPings.delete(asker);
      deliver(this.#services, asker, { kind: 'ok', from: me });
    }
  }

  watch(userIds: readonly number[]): Promise<void> {
    this.#unwatch?.();
    this.#sentPresence = new Map(userIds.map((id) => [id, '']));
    // Watches before reading the state, so that no change is missed in between.
    this.#unwatch = this.#presence.watch(userIds, (ids) => void this.#sendPresence(ids));
    return this.#sendPresence(userIds);
  }

  /** Runs one after another, so that an older state is never sent after a newer one. */
  #sendPresence(userIds: readonly number[]): Promise<void> {
    this.#presenceQueue = this.#presenceQueue.then(() => this.#loadAndSendPresence(userIds));
    return this.#presenceQueue;
  }

  async #loadAndSendPresence(userIds: readonly number[]): Promise<void> {
    try {
      const shown = await listPresence(this.#services, this.#socket.viewer, userIds);
      for (const presence of shown) this.#sendIfChanged(presence);
    } catch (error) {
      // The next comparison with the database sends the change.
      this.#services.log.warn({ reason: error instanceof Error ? error.message : error }, 'presence was not sent');
    }
  }

  #sendIfChanged(presence: UserPresence): void {
    // While a user is online, the time of last activity is no change.
    const state = presence.online ? 'here' : `${presence.last_seen}`;
    const sentState = this.#sentPresence.get(presence.user_id);
    if (sentState === undefined || sentState === state) return;
    this.#sentPresence.set(presence.user_id, state);
    this.#socket.send({ type: 'presence', ...presence });
  }

  handleEvent(event: Delivery | RingEvent): void {
    if (event.kind === 'rung') void this.#enqueue(() => this.#handleRing(event));
    else if (event.kind === 'pong') this.handlePing(event.from);
    else this.handleAnswer(event.from);
  }

  checkRings(): Promise<void> {
    return this.#enqueue(async () => {
      const { userId } = this.#socket.viewer;
      const { ring } = await findEngagements(this.#services.db, userId);
      const old = this.#ringing;
      if (old !== undefined && old.roomId !== ring) this.#sendHangup(old.roomId, old.by, 'missed');
      if (ring !== undefined && old?.roomId !== ring) await this.#sendRing(ring, 'init');
    });
  }

  #enqueue(step: () => Promise<void>): Promise<void> {
    this.#ringQueue = this.#ringQueue.then(step).catch((error: unknown) => {
      this.#services.log.warn({ reason: error instanceof Error ? error.message : error }, 'a ring was not sent');
    });
    return this.#ringQueue;
  }

  async #handleRing(event: RingEvent): Promise<void> {
    const { roomId, by } = event;
    if (event.type === 'hangup') this.#sendHangup(roomId, by, event.reason);
    else if (event.type === 'knock') await this.#sendKnock(roomId, by);
    else await this.#sendRing(roomId, event.type);
  }

  async #sendRing(roomId: string, type: 'init' | 'add_user'): Promise<void> {
    const { viewer } = this.#socket;
    const call = await findCall(this.#services.db, roomId);
    const me = call && findParticipant(call, viewer.userId);
    if (call === undefined || me?.state !== 'ringing' || me.inviterId === null) return;
    if (!(await mayContact(this.#services.db, me.inviterId, viewer.userId, 'call'))) return;
    this.#ringing = { roomId, by: me.inviterId };
    this.#send({ type, ...(await presentRing(this.#services, viewer, call)) });
  }

  #sendHangup(room_id: string, by: number, reason: Extract<RingEvent, { type: 'hangup' }>['reason']): void {
    if (this.#ringing?.roomId === room_id) this.#ringing = undefined;
    this.#send({ type: 'hangup', room_id, user_id: by, reason });
  }

  async #sendKnock(room_id: string, by: number): Promise<void> {
    const name = (await findUserSummaries(this.#services.db, [by])).get(by);
    if (name === undefined) return;
    const { firstname, lastname, photo } = name;
    this.#send({ type: 'knock', room_id, user_id: by, firstname, lastname, photo });
  }

  #send(event: CallNotificationEvent): void {
    this.#socket.send(event);
  }

  close(): void {
    this.#unwatch?.();
  }
}

/** Adds an entry with a time-out; returns false when too many are pending. */
function addPending(waiting: Map<number, number>, userId: number): boolean {
  const now = Date.now();
  for (const [id, until] of waiting) if (until < now) waiting.delete(id);
  if (waiting.size >= ASKED_MAX) return false;
  waiting.set(userId, now + ANSWER_MS);
  return true;
}

function deliver({ live }: Services, userId: number, delivery: Delivery): void {
  live.publish(callNotificationTopic(userId), delivery);
}

/** The socket that every page keeps open for calls: presence, pings and rings. */
export function registerCallNotificationSocket(app: FastifyInstance, services: Services): void {
  const presence = createPresenceWatch(services);
  app.addHook('onClose', async () => presence.close());
  const connections = new WeakMap<LiveSocket, CallConnection>();

  registerSocketRoute(app, services, callNotificationSocket, {
    access: (viewer, { user_id }) => viewer.userId === user_id,
    async open(socket, { user_id: userId }) {
      const connection = new CallConnection(services, presence, socket);
      connections.set(socket, connection);
      const leave = await services.live.subscribe(callNotificationTopic(userId), (event) =>
        connection.handleEvent(event as Delivery | RingEvent),
      );
      const leaveGaps = services.live.onGap(() => void connection.checkRings());
      void connection.checkRings();
      return () => {
        leave();
        leaveGaps();
        connection.close();
      };
    },
    messages: {
      ping: async (socket, { user_id }) => connections.get(socket)?.sendPing(user_id),
      ok: async (socket, { payload }) => connections.get(socket)?.answer(payload.user_id),
      hangup: async (socket, message) => hangUp(services, socket.viewer.userId, message),
      watch: async (socket, { user_ids }) => connections.get(socket)?.watch(user_ids),
    },
  });
}

/**
 * Declines the ring from this user, cancels the ring to this user, or leaves the current call. Without a ring or call
 * nothing happens.
 */
async function hangUp(
  services: Services,
  me: number,
  { user_id: other, room_id: wanted }: { user_id: number; room_id?: string | undefined },
): Promise<void> {
  const { call, ring } = await findEngagements(services.db, me);
  const isMeant = (roomId: string | undefined): roomId is string =>
    roomId !== undefined && (wanted === undefined || wanted === roomId);
  try {
    const isOwn = other === me && !isMeant(call);
    if (isMeant(ring) && (isOwn || (await isExpected(services, ring, other))))
      await changeCall(services, ring, { type: 'decline', by: me, reason: 'declined' });
    else if (isMeant(call)) {
      const isRung = other !== me && !(await isExpected(services, call, other));
      const step = isRung ? ({ type: 'cancel', user: other } as const) : ({ type: 'hangup' } as const);
      await changeCall(services, call, { ...step, by: me });
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

async function isExpected({ db }: Services, roomId: string, userId: number): Promise<boolean> {
  const call = await findCall(db, roomId);
  const person = call && findParticipant(call, userId);
  return person !== undefined && isIn(person);
}
