import { CLOSE_CODES } from '@app/contract/platform/socket';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import type { SignedInViewer } from '../http/viewer.ts';
import { reasonOf } from './bus.ts';
import { type Frame, frameOf } from './frame.ts';
import type { Live } from './live.ts';
import type { LiveSocket } from './socket-connection.ts';
import { listUserEvents, type NumberedEvent } from './user-events.queries.ts';
import { RESUMED_MAX } from './user-streams.ts';

type Lang = SignedInViewer['lang'];

interface UserChannelParts {
  services: { live: Live; pool: pg.Pool; log: BaseLogger };
  /** Renders events for pages in these languages, in order. Each number appears in a frame, or a later number does. */
  render(userId: number, events: readonly NumberedEvent[], langs: readonly Lang[]): Promise<Map<Lang, object[]>>;
  greet(userId: number): Promise<readonly object[]>;
}

export interface UserChannels {
  /** Sends the socket all events of its user from now on, or after number `after`. Returns an unsubscribe function. */
  join(socket: LiveSocket, userId: number, after: number | undefined): Promise<() => void>;
}

/** All open pages of one user on this node: events are rendered once, sequentially. */
class UserChannel {
  readonly userId: number;
  readonly #parts: UserChannelParts;
  readonly #sockets = new Set<LiveSocket>();
  #pending: NumberedEvent[] = [];
  #isSending = false;
  #joining = 0;
  #lastSeq = 0;
  #arriving: { socket: LiveSocket; after: number | undefined; done: () => void }[] = [];
  readonly #ready: Promise<(() => void)[]>;

  constructor(userId: number, parts: UserChannelParts) {
    this.userId = userId;
    this.#parts = parts;
    this.#ready = this.#start();
    this.#ready.catch(() => {});
  }

  async #start(): Promise<(() => void)[]> {
    const { live } = this.#parts.services;
    const unsubscribeTopic = await live.subscribe(`user:${this.userId}`, (event) => this.#send([frameOf(event)]));
    const { seq, unsubscribe } = await live.subscribeToUser(this.userId, this);
    this.#lastSeq = Math.max(this.#lastSeq, seq);
    return [unsubscribeTopic, unsubscribe];
  }

  onEvents(events: readonly NumberedEvent[]): void {
    this.#pending.push(...events);
    void this.#sendPending();
  }

  onLimited(seq: number): void {
    this.#pending = [];
    this.#lastSeq = seq;
    this.#send([frameOf({ type: 'limited', seq })]);
    for (const socket of this.#sockets) socket.lastSeq = seq;
  }

  #send(frames: readonly Frame[]): void {
    for (const socket of this.#sockets) for (const frame of frames) socket.send(frame);
  }

  async addSocket(socket: LiveSocket, after: number | undefined): Promise<void> {
    this.#joining += 1;
    try {
      await this.#ready;
      await new Promise<void>((resolve) => {
        this.#arriving.push({ socket, after, done: resolve });
        void this.#sendPending();
      });
    } finally {
      this.#joining -= 1;
    }
  }

  removeSocket(socket: LiveSocket): boolean {
    this.#sockets.delete(socket);
    return this.#sockets.size === 0 && this.#joining === 0;
  }

  close(): void {
    this.#ready.then(
      (unsubscribers) => {
        for (const unsubscribe of unsubscribers) unsubscribe();
      },
      () => {},
    );
  }

  /** Runs sequentially, so that events are sent in the order they were read and no socket joins in the middle. */
  async #sendPending(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#pending.length > 0 || this.#arriving.length > 0) {
      const newcomer = this.#arriving.shift();
      try {
        if (newcomer === undefined) await this.#sendEvents();
        else await this.#welcome(newcomer);
      } catch (error) {
        this.#parts.services.log.warn({ reason: reasonOf(error) }, 'an event was not sent to a user’s pages');
        newcomer?.socket.close(CLOSE_CODES.restart);
        for (const socket of this.#sockets) socket.close(CLOSE_CODES.restart);
      }
      newcomer?.done();
    }
    this.#isSending = false;
  }

  async #sendEvents(): Promise<void> {
    const events = this.#pending;
    this.#pending = [];
    const last = events.at(-1)?.seq ?? 0;
    const langs = [...new Set([...this.#sockets].map(({ viewer }) => viewer.lang))];
    const rendered = await this.#parts.render(this.userId, events, langs);
    this.#lastSeq = Math.max(this.#lastSeq, last);
    for (const lang of langs) {
      const frames = (rendered.get(lang) ?? []).map(frameOf);
      for (const socket of this.#sockets) {
        if (socket.viewer.lang !== lang) continue;
        for (const frame of frames) socket.send(frame);
        socket.lastSeq = this.#lastSeq;
      }
    }
  }

  async #welcome({ socket, after }: { socket: LiveSocket; after: number | undefined }): Promise<void> {
    const { services, render, greet } = this.#parts;
    const lastSeq = this.#lastSeq;
    const missed =
      after === undefined || after >= lastSeq
        ? []
        : await listUserEvents(services.pool, this.userId, { after, upTo: lastSeq, limit: RESUMED_MAX + 1 });
    // Not whole when events are purged already, too many, or the number comes from another database.
    const isWhole =
      after === undefined || after === lastSeq || (missed.length === lastSeq - after && missed.length <= RESUMED_MAX);
    const { lang } = socket.viewer;
    const rest = isWhole && missed.length > 0 ? await render(this.userId, missed, [lang]) : new Map<Lang, object[]>();
    const greeting = await greet(this.userId);
    socket.send({ type: 'hello', seq: lastSeq });
    for (const event of rest.get(lang) ?? []) socket.send(event);
    if (!isWhole) socket.send({ type: 'limited', seq: lastSeq });
    for (const event of greeting) socket.send(event);
    socket.lastSeq = lastSeq;
    this.#sockets.add(socket);
  }
}

export function createUserChannels(parts: UserChannelParts): UserChannels {
  const channels = new Map<number, UserChannel>();

  function removeSocket(channel: UserChannel, socket: LiveSocket): void {
    if (!channel.removeSocket(socket) || channels.get(channel.userId) !== channel) return;
    channels.delete(channel.userId);
    channel.close();
  }

  return {
    async join(socket, userId, after) {
      socket.resumes = true;
      const channel = channels.get(userId) ?? new UserChannel(userId, parts);
      channels.set(userId, channel);
      try {
        await channel.addSocket(socket, after);
      } catch (error) {
        removeSocket(channel, socket);
        throw error;
      }
      return () => removeSocket(channel, socket);
    },
  };
}
