import { callNotificationSocket } from '@app/contract/calls';
import type { PersonPresence } from '@app/contract/presence';
import type { FastifyInstance } from 'fastify';
import type { LiveSocket } from '../platform/live/socket-connection.ts';
import { socketRoute } from '../platform/live/socket-route.ts';
import { createPresenceWatch, type PresenceWatch } from '../presence/presence-watch.public.ts';
import type { Services } from '../services.ts';
import { findVisible, showPresence } from './show-presence.ts';

/** An answer that takes longer is none. */
const ANSWER_MS = 10_000;
/** Questions of one page that wait for an answer at most. */
const ASKED_MAX = 200;

/** What one person's socket says to another's. Ids come from sessions, never from the browser. */
interface Delivery {
  type: string;
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
  /** What this page was told last about each person. */
  #told = new Map<number, string>();
  #showing: Promise<void> = Promise.resolve();

  constructor(services: Services, presence: PresenceWatch, socket: LiveSocket) {
    this.#services = services;
    this.#presence = presence;
    this.#socket = socket;
  }

  async ask(userId: number): Promise<void> {
    const visible = await findVisible(this.#services, this.#socket.viewer, [userId]);
    if (!visible.has(userId)) return;
    const now = Date.now();
    for (const [id, until] of this.#asked) if (until < now) this.#asked.delete(id);
    if (this.#asked.size >= ASKED_MAX) return;
    this.#asked.set(userId, now + ANSWER_MS);
    deliver(this.#services, userId, { type: 'pong', from: this.#socket.viewer.userId });
  }

  /** Somebody answers: once, and only where this page asked. */
  hearAnswer(userId: number): void {
    const until = this.#asked.get(userId);
    this.#asked.delete(userId);
    if (until !== undefined && until >= Date.now()) this.#socket.send({ type: 'ok', payload: { user_id: userId } });
  }

  hearQuestion(userId: number): void {
    this.#socket.send({ type: 'pong', user_id: userId });
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

  hangUp(): void {
    this.#unwatch?.();
  }
}

function deliver({ live }: Services, userId: number, delivery: Delivery): void {
  live.publish(`call:${userId}`, delivery);
}

/** What a person's page does about each thing that another person's page says. Calls add theirs here. */
const DELIVERED: ReadonlyMap<string, (line: Line, delivery: Delivery) => void> = new Map([
  ['pong', (line: Line, { from }: Delivery) => line.hearQuestion(from)],
  ['ok', (line: Line, { from }: Delivery) => line.hearAnswer(from)],
]);

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
      const leave = await services.live.subscribe(`call:${userId}`, (event) => {
        const delivery = event as Delivery;
        DELIVERED.get(delivery.type)?.(line, delivery);
      });
      return () => {
        leave();
        line.hangUp();
      };
    },
    messages: {
      ping: async (socket, { user_id }) => lines.get(socket)?.ask(user_id),
      ok: async (socket, { payload }) => deliver(services, payload.user_id, { type: 'ok', from: socket.viewer.userId }),
      hangup: async () => {},
      watch: async (socket, { user_ids }) => lines.get(socket)?.watch(user_ids),
    },
  });
}
