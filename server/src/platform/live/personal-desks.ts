import { CLOSED } from '@app/contract/platform/socket';
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

interface DeskParts {
  services: { live: Live; pool: pg.Pool; log: BaseLogger };
  /** What pages in these languages hear of the events, in the same order. Every number shows in a frame, or a later one does. */
  render(userId: number, events: readonly NumberedEvent[], langs: readonly Lang[]): Promise<Map<Lang, object[]>>;
  /** What a page hears first: the state of now. */
  greet(userId: number): Promise<readonly object[]>;
}

export interface PersonalDesks {
  /** Tell this socket everything of its person from now on, or from the number after `after`. Answers how to stop. */
  join(socket: LiveSocket, userId: number, after: number | undefined): Promise<() => void>;
}

/** All open pages of one person on this node: what is told to them is prepared once, one thing after the other. */
class Desk {
  readonly userId: number;
  readonly #parts: DeskParts;
  readonly #sockets = new Set<LiveSocket>();
  #untold: NumberedEvent[] = [];
  #isTelling = false;
  /** Whoever is between the door and the desk: it stays open for them. */
  #entering = 0;
  /** Everything up to this number was told to everybody here. */
  #told = 0;
  #arriving: { socket: LiveSocket; after: number | undefined; done: () => void }[] = [];
  readonly #ready: Promise<(() => void)[]>;

  constructor(userId: number, parts: DeskParts) {
    this.userId = userId;
    this.#parts = parts;
    this.#ready = this.#start();
    // Whoever opens it hears of the failure.
    this.#ready.catch(() => {});
  }

  async #start(): Promise<(() => void)[]> {
    const { live } = this.#parts.services;
    const leaveTopic = await live.subscribe(`user:${this.userId}`, (event) => this.#send([frameOf(event)]));
    const { seq, leave } = await live.follow(this.userId, this);
    this.#told = Math.max(this.#told, seq);
    return [leaveTopic, leave];
  }

  onEvents(events: readonly NumberedEvent[]): void {
    this.#untold.push(...events);
    void this.#tell();
  }

  onLimited(seq: number): void {
    this.#untold = [];
    this.#told = seq;
    this.#send([frameOf({ type: 'limited', seq })]);
    for (const socket of this.#sockets) socket.told = seq;
  }

  #send(frames: readonly Frame[]): void {
    for (const socket of this.#sockets) for (const frame of frames) socket.send(frame);
  }

  async enter(socket: LiveSocket, after: number | undefined): Promise<void> {
    this.#entering += 1;
    try {
      await this.#ready;
      await new Promise<void>((resolve) => {
        this.#arriving.push({ socket, after, done: resolve });
        void this.#tell();
      });
    } finally {
      this.#entering -= 1;
    }
  }

  isLeftBy(socket: LiveSocket): boolean {
    this.#sockets.delete(socket);
    return this.#sockets.size === 0 && this.#entering === 0;
  }

  close(): void {
    this.#ready.then(
      (leaves) => {
        for (const leave of leaves) leave();
      },
      () => {},
    );
  }

  /** One after the other: what was read earlier is never told later, and nobody enters in the middle. */
  async #tell(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    while (this.#untold.length > 0 || this.#arriving.length > 0) {
      const newcomer = this.#arriving.shift();
      try {
        if (newcomer === undefined) await this.#tellEvents();
        else await this.#welcome(newcomer);
      } catch (error) {
        this.#parts.services.log.warn({ reason: reasonOf(error) }, 'a person’s pages were not told');
        // They come back and hear the rest.
        newcomer?.socket.close(CLOSED.restart);
        for (const socket of this.#sockets) socket.close(CLOSED.restart);
      }
      newcomer?.done();
    }
    this.#isTelling = false;
  }

  async #tellEvents(): Promise<void> {
    const events = this.#untold;
    this.#untold = [];
    const last = events.at(-1)?.seq ?? 0;
    const langs = [...new Set([...this.#sockets].map(({ viewer }) => viewer.lang))];
    const rendered = await this.#parts.render(this.userId, events, langs);
    this.#told = Math.max(this.#told, last);
    for (const lang of langs) {
      const frames = (rendered.get(lang) ?? []).map(frameOf);
      for (const socket of this.#sockets) {
        if (socket.viewer.lang !== lang) continue;
        for (const frame of frames) socket.send(frame);
        socket.told = this.#told;
      }
    }
  }

  async #welcome({ socket, after }: { socket: LiveSocket; after: number | undefined }): Promise<void> {
    const { services, render, greet } = this.#parts;
    const told = this.#told;
    const missed =
      after === undefined || after >= told
        ? []
        : await listUserEvents(services.pool, this.userId, { after, upTo: told, limit: RESUMED_MAX + 1 });
    // Swept already, too many, or a number from another time.
    const isWhole =
      after === undefined || after === told || (missed.length === told - after && missed.length <= RESUMED_MAX);
    const { lang } = socket.viewer;
    const rest = isWhole && missed.length > 0 ? await render(this.userId, missed, [lang]) : new Map<Lang, object[]>();
    const greeting = await greet(this.userId);
    socket.send({ type: 'hello', seq: told });
    for (const event of rest.get(lang) ?? []) socket.send(event);
    if (!isWhole) socket.send({ type: 'limited', seq: told });
    for (const event of greeting) socket.send(event);
    socket.told = told;
    this.#sockets.add(socket);
  }
}

/** The desks of everybody who is connected to this node. */
export function createPersonalDesks(parts: DeskParts): PersonalDesks {
  const desks = new Map<number, Desk>();

  function leave(desk: Desk, socket: LiveSocket): void {
    if (!desk.isLeftBy(socket) || desks.get(desk.userId) !== desk) return;
    desks.delete(desk.userId);
    desk.close();
  }

  return {
    async join(socket, userId, after) {
      socket.resumes = true;
      const desk = desks.get(userId) ?? new Desk(userId, parts);
      desks.set(userId, desk);
      try {
        await desk.enter(socket, after);
      } catch (error) {
        leave(desk, socket);
        throw error;
      }
      return () => leave(desk, socket);
    },
  };
}
