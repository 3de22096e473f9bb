import { type CallNotificationEvent, callNotificationSocket } from '@app/contract/messaging/calls';
import type { UserPresence } from '@app/contract/people/presence';
import type { FastifyInstance } from 'fastify';
import { mayContact } from '../../people/circle/circle.public.ts';
import { createPresenceWatch, type PresenceWatch } from '../../people/presence/presence-watch.public.ts';
import { findUserSummaries } from '../../people/users/accounts.public.ts';
import { Failure } from '../../platform/failure.ts';
import type { LiveSocket } from '../../platform/live/socket-connection.ts';
import { registerSocketRoute } from '../../platform/live/socket-route.ts';
import type { Services } from '../../platform/services.ts';
import { findParticipant, isIn } from './call-state.ts';
import { findCall, findEngagements } from './calls.queries.ts';
import { changeCall } from './change-call.ts';
import { findVisibleUserIds, listPresence } from './list-presence.ts';
import { presentRing } from './present-calls.ts';
import { callNotificationTopic, type RingEvent } from './publish-call-events.ts';

/** An answer that takes longer is none. */
const ANSWER_MS = 10_000;
/** Questions of one page that wait for an answer at most. */
const ASKED_MAX = 200;

/** What one person's socket says to another's. Ids come from sessions, never from the browser. */
interface Delivery {
  kind: 'pong' | 'ok';
  from: number;
}

/** One open page, as far as calls are concerned. */
class CallConnection {
  readonly #services: Services;
  readonly #presence: PresenceWatch;
  readonly #socket: LiveSocket;
  /** Whom this page asked, and until when it wants to know. */
  readonly #sentPings = new Map<number, number>();
  #unwatch: (() => void) | undefined;
  /** Who asked this page, and until when they want to know. */
  readonly #receivedPings = new Map<number, number>();
  /** What this page was told last about each person. */
  #sentPresence = new Map<number, string>();
  #presenceQueue: Promise<void> = Promise.resolve();
  /** The ring that this page was told of. */
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

  /** Somebody answers: once, and only where this page asked. */
  handleAnswer(userId: number): void {
    const until = this.#sentPings.get(userId);
    this.#sentPings.delete(userId);
    if (until !== undefined && until >= Date.now()) this.#socket.send({ type: 'ok', payload: { user_id: userId } });
  }

  handlePing(userId: number): void {
    addPending(this.#receivedPings, userId);
    this.#socket.send({ type: 'pong', user_id: userId });
  }

  /** Tell who asked that this person is here; whoever names themselves answers everybody. */
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
    // Watched first, shown after it: nothing is missed in between.
    this.#unwatch = this.#presence.watch(userIds, (ids) => void this.#sendPresence(ids));
    return this.#sendPresence(userIds);
  }

  /** One after the other: what was read earlier is never told later. */
  #sendPresence(userIds: readonly number[]): Promise<void> {
    this.#presenceQueue = this.#presenceQueue.then(() => this.#loadAndSendPresence(userIds));
    return this.#presenceQueue;
  }

  async #loadAndSendPresence(userIds: readonly number[]): Promise<void> {
    try {
      const shown = await listPresence(this.#services, this.#socket.viewer, userIds);
      for (const presence of shown) this.#sendIfChanged(presence);
    } catch (error) {
      // The next comparison with the database shows it.
      this.#services.log.warn({ reason: error instanceof Error ? error.message : error }, 'presence was not shown');
    }
  }

  #sendIfChanged(presence: UserPresence): void {
    // When exactly somebody who is here was noted is no news.
    const state = presence.online ? 'here' : `${presence.last_seen}`;
    const sentState = this.#sentPresence.get(presence.user_id);
    if (sentState === undefined || sentState === state) return;
    this.#sentPresence.set(presence.user_id, state);
    this.#socket.send({ type: 'presence', ...presence });
  }

  /** Whatever happened to rings, one after the other. */
  handleEvent(event: Delivery | RingEvent): void {
    if (event.kind === 'rung') void this.#enqueue(() => this.#handleRing(event));
    else if (event.kind === 'pong') this.handlePing(event.from);
    else this.handleAnswer(event.from);
  }

  /** What rings now, for a page that came later or may have missed something. */
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
      this.#services.log.warn({ reason: error instanceof Error ? error.message : error }, 'a ring was not told');
    });
    return this.#ringQueue;
  }

  async #handleRing(event: RingEvent): Promise<void> {
    const { roomId, by } = event;
    if (event.type === 'hangup') this.#sendHangup(roomId, by, event.reason);
    else if (event.type === 'knock') await this.#sendKnock(roomId, by);
    else await this.#sendRing(roomId, event.type);
  }

  /** Asked again where it is told: a ring that is over, or of somebody who may not call any more, is none. */
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

/** Note that an answer is waited for, for a while; false where too many are already. */
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

/** The socket by which people find each other for calls: who is there, and who watches whom. */
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

/** Refuse the ring of this person, stop ringing this person, or leave the call that one is in. What is over already stays so. */
async function hangUp(
  services: Services,
  me: number,
  { user_id: other, room_id: wanted }: { user_id: number; room_id?: string | undefined },
): Promise<void> {
  const { call, ring } = await findEngagements(services.db, me);
  const isMeant = (roomId: string | undefined): roomId is string =>
    roomId !== undefined && (wanted === undefined || wanted === roomId);
  try {
    // With one's own id it is the call that one is in, if there is one.
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

/** Whether this person is in that call. */
async function isExpected({ db }: Pick<Services, 'db'>, roomId: string, userId: number): Promise<boolean> {
  const call = await findCall(db, roomId);
  const person = call && findParticipant(call, userId);
  return person !== undefined && isIn(person);
}
