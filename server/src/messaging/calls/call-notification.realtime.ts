import { type CallNotificationEvent, callNotificationSocket } from '@app/contract/messaging/calls';
import type { PersonPresence } from '@app/contract/people/presence';
import type { FastifyInstance } from 'fastify';
import { mayReach } from '../../people/circle/circle.public.ts';
import { createPresenceWatch, type PresenceWatch } from '../../people/presence/presence-watch.public.ts';
import { findNames } from '../../people/users/accounts.public.ts';
import { Failure } from '../../platform/failure.ts';
import type { LiveSocket } from '../../platform/live/socket-connection.ts';
import { socketRoute } from '../../platform/live/socket-route.ts';
import type { Services } from '../../platform/services.ts';
import { findPerson, isIn } from './call-state.ts';
import { findCall, findEngagements } from './calls.queries.ts';
import { changeCall } from './change-call.ts';
import { showRing } from './show-calls.ts';
import { findVisible, showPresence } from './show-presence.ts';
import { lineTopic, type RungEvent } from './tell-calls.ts';

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
class Line {
  readonly #services: Services;
  readonly #presence: PresenceWatch;
  readonly #socket: LiveSocket;
  /** Whom this page asked, and until when it wants to know. */
  readonly #asked = new Map<number, number>();
  #unwatch: (() => void) | undefined;
  /** Who asked this page, and until when they want to know. */
  readonly #askers = new Map<number, number>();
  /** What this page was told last about each person. */
  #told = new Map<number, string>();
  #showing: Promise<void> = Promise.resolve();
  /** The ring that this page was told of. */
  #ringing: { roomId: string; by: number } | undefined;
  #ringTurn: Promise<void> = Promise.resolve();

  constructor(services: Services, presence: PresenceWatch, socket: LiveSocket) {
    this.#services = services;
    this.#presence = presence;
    this.#socket = socket;
  }

  async ask(userId: number): Promise<void> {
    const visible = await findVisible(this.#services, this.#socket.viewer, [userId]);
    if (!visible.has(userId)) return;
    if (!noteWaiting(this.#asked, userId)) return;
    deliver(this.#services, userId, { kind: 'pong', from: this.#socket.viewer.userId });
  }

  /** Somebody answers: once, and only where this page asked. */
  hearAnswer(userId: number): void {
    const until = this.#asked.get(userId);
    this.#asked.delete(userId);
    if (until !== undefined && until >= Date.now()) this.#socket.send({ type: 'ok', payload: { user_id: userId } });
  }

  hearQuestion(userId: number): void {
    noteWaiting(this.#askers, userId);
    this.#socket.send({ type: 'pong', user_id: userId });
  }

  /** Tell who asked that this person is here; whoever names themselves answers everybody. */
  answer(userId: number): void {
    const me = this.#socket.viewer.userId;
    const askers = userId === me ? [...this.#askers.keys()] : [userId];
    for (const asker of askers) {
      this.#askers.delete(asker);
      deliver(this.#services, asker, { kind: 'ok', from: me });
    }
  }

  watch(userIds: readonly number[]): Promise<void> {
    this.#unwatch?.();
    this.#told = new Map(userIds.map((id) => [id, '']));
    // Watched first, shown after it: nothing is missed in between.
    this.#unwatch = this.#presence.watch(userIds, (ids) => void this.#show(ids));
    return this.#show(userIds);
  }

  /** One after the other: what was read earlier is never told later. */
  #show(userIds: readonly number[]): Promise<void> {
    this.#showing = this.#showing.then(() => this.#showNow(userIds));
    return this.#showing;
  }

  async #showNow(userIds: readonly number[]): Promise<void> {
    try {
      const shown = await showPresence(this.#services, this.#socket.viewer, userIds);
      for (const presence of shown) this.#tell(presence);
    } catch (error) {
      // The next comparison with the database shows it.
      this.#services.log.warn({ reason: error instanceof Error ? error.message : error }, 'presence was not shown');
    }
  }

  #tell(presence: PersonPresence): void {
    // When exactly somebody who is here was noted is no news.
    const state = presence.online ? 'here' : `${presence.last_seen}`;
    const told = this.#told.get(presence.user_id);
    if (told === undefined || told === state) return;
    this.#told.set(presence.user_id, state);
    this.#socket.send({ type: 'presence', ...presence });
  }

  /** Whatever happened to rings, one after the other. */
  hear(event: Delivery | RungEvent): void {
    if (event.kind === 'rung') void this.#inTurn(() => this.#hearRung(event));
    else if (event.kind === 'pong') this.hearQuestion(event.from);
    else this.hearAnswer(event.from);
  }

  /** What rings now, for a page that came later or may have missed something. */
  lookForRings(): Promise<void> {
    return this.#inTurn(async () => {
      const { userId } = this.#socket.viewer;
      const { ring } = await findEngagements(this.#services.db, userId);
      const old = this.#ringing;
      if (old !== undefined && old.roomId !== ring) this.#silence(old.roomId, old.by, 'missed');
      if (ring !== undefined && old?.roomId !== ring) await this.#ring(ring, 'init');
    });
  }

  #inTurn(step: () => Promise<void>): Promise<void> {
    this.#ringTurn = this.#ringTurn.then(step).catch((error: unknown) => {
      this.#services.log.warn({ reason: error instanceof Error ? error.message : error }, 'a ring was not told');
    });
    return this.#ringTurn;
  }

  async #hearRung(event: RungEvent): Promise<void> {
    const { roomId, by } = event;
    if (event.type === 'hangup') this.#silence(roomId, by, event.reason);
    else if (event.type === 'knock') await this.#knock(roomId, by);
    else await this.#ring(roomId, event.type);
  }

  /** Asked again where it is told: a ring that is over, or of somebody who may not call any more, is none. */
  async #ring(roomId: string, type: 'init' | 'add_user'): Promise<void> {
    const { viewer } = this.#socket;
    const call = await findCall(this.#services.db, roomId);
    const me = call && findPerson(call, viewer.userId);
    if (call === undefined || me?.state !== 'ringing' || me.inviterId === null) return;
    if (!(await mayReach(this.#services.db, me.inviterId, viewer.userId, 'call'))) return;
    this.#ringing = { roomId, by: me.inviterId };
    this.#send({ type, ...(await showRing(this.#services, viewer, call)) });
  }

  #silence(room_id: string, by: number, reason: Extract<RungEvent, { type: 'hangup' }>['reason']): void {
    if (this.#ringing?.roomId === room_id) this.#ringing = undefined;
    this.#send({ type: 'hangup', room_id, user_id: by, reason });
  }

  async #knock(room_id: string, by: number): Promise<void> {
    const name = (await findNames(this.#services.db, [by])).get(by);
    if (name === undefined) return;
    const { firstname, lastname, photo } = name;
    this.#send({ type: 'knock', room_id, user_id: by, firstname, lastname, photo });
  }

  #send(event: CallNotificationEvent): void {
    this.#socket.send(event);
  }

  hangUp(): void {
    this.#unwatch?.();
  }
}

/** Note that an answer is waited for, for a while; false where too many are already. */
function noteWaiting(waiting: Map<number, number>, userId: number): boolean {
  const now = Date.now();
  for (const [id, until] of waiting) if (until < now) waiting.delete(id);
  if (waiting.size >= ASKED_MAX) return false;
  waiting.set(userId, now + ANSWER_MS);
  return true;
}

function deliver({ live }: Services, userId: number, delivery: Delivery): void {
  live.publish(lineTopic(userId), delivery);
}

/** The socket by which people find each other for calls: who is there, and who watches whom. */
export function registerCallNotificationSocket(app: FastifyInstance, services: Services): void {
  const presence = createPresenceWatch(services);
  app.addHook('onClose', async () => presence.close());
  const lines = new WeakMap<LiveSocket, Line>();

  socketRoute(app, services, callNotificationSocket, {
    access: (viewer, { user_id }) => viewer.userId === user_id,
    async open(socket, { user_id: userId }) {
      const line = new Line(services, presence, socket);
      lines.set(socket, line);
      const leave = await services.live.subscribe(lineTopic(userId), (event) =>
        line.hear(event as Delivery | RungEvent),
      );
      const leaveGaps = services.live.onGap(() => void line.lookForRings());
      void line.lookForRings();
      return () => {
        leave();
        leaveGaps();
        line.hangUp();
      };
    },
    messages: {
      ping: async (socket, { user_id }) => lines.get(socket)?.ask(user_id),
      ok: async (socket, { payload }) => lines.get(socket)?.answer(payload.user_id),
      hangup: async (socket, message) => hangUp(services, socket.viewer.userId, message),
      watch: async (socket, { user_ids }) => lines.get(socket)?.watch(user_ids),
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
  const person = call && findPerson(call, userId);
  return person !== undefined && isIn(person);
}
