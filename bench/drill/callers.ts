import { setTimeout as sleep } from 'node:timers/promises';
import type { CallMedia } from '@app/contract/messaging/calls';
import { HEARTBEAT } from '@app/contract/platform/socket';
import { WebSocket } from 'ws';
import { MediaClient } from '../../server/test/media/media-client.ts';
import { type Caller, createCaller } from '../load/call.ts';
import type { CheckResult } from '../load/checks.ts';
import { now, type SimulatedUser } from '../load/person.ts';
import { type Fault, type Spread, spreadOf } from '../load/timing.ts';
import { backoff } from '../load/user-connection.ts';
import { type Reception, steadyAfter } from './steady-after.ts';

export interface Callers {
  /** Waits until everybody hears the other one. */
  talking(): Promise<void>;
  /** Addresses of the media nodes that carry the calls, with how many people each. */
  nodes(): Map<string, number>;
  recoveries(faults: readonly Fault[]): Map<string, Spread>;
  /** Enters a room with a join token of the node at this address. */
  enterThrough(nodeOrigin: string): Promise<void>;
  /** How often media had to be taken up again. */
  entered(): number;
  check(): Promise<CheckResult>;
  close(): void;
}

const CALL_MS = 6000;
const TALK_MS = 60_000;
const LISTEN_EVERY_MS = 100;
/** Silence after which a person looks for another way. */
const SILENCE_MS = 3000;
const ENTER_MS = 8000;
const HEARTBEAT_EVERY_MS = 2000;
const HEARTBEAT_TIMEOUT_MS = 5000;

/** Calls of two over media nodes: each person sends sound, and notes when the other one's arrives. */
export async function startCallers(origin: string, people: readonly SimulatedUser[]): Promise<Callers> {
  const talkers: Talker[] = [];
  for (let i = 0; i + 1 < people.length; i += 2) {
    const [one, other] = people.slice(i, i + 2) as [SimulatedUser, SimulatedUser];
    const first = new Talker(origin, one);
    const { room_id } = (await first.insist('POST', '/api/video/conference', { user_id: [other.id] })) as {
      room_id: string;
    };
    const second = new Talker(origin, other);
    await second.insist('POST', `/api/calls/${room_id}/accept`, {});
    await first.insist('POST', `/api/calls/${room_id}/media`, { mode: 'room' });
    for (const talker of [first, second]) talker.join(room_id);
    talkers.push(first, second);
  }
  return {
    async talking() {
      const deadline = Date.now() + TALK_MS;
      while (!talkers.every((one) => one.heard.length > 0)) {
        if (Date.now() > deadline) throw new Error('Not everybody in the calls hears the other one');
        await sleep(LISTEN_EVERY_MS);
      }
    },
    nodes: () => new Map([...Map.groupBy(talkers, ({ node }) => node)].map(([node, list]) => [node, list.length])),
    recoveries(faults) {
      const byKind = Map.groupBy(faults, ({ kind }) => kind);
      const after = (fault: Fault): number[] => {
        const until = faults[faults.indexOf(fault) + 1]?.begin ?? Number.POSITIVE_INFINITY;
        return talkers.map(({ heard }) => steadyAfter(heard, fault.end, until));
      };
      return new Map([...byKind].map(([kind, list]) => [kind, spreadOf(list.flatMap(after))]));
    },
    async enterThrough(nodeOrigin) {
      const [talker] = talkers;
      await talker?.enterThrough(nodeOrigin);
    },
    entered: () => talkers.reduce((sum, { entered }) => sum + entered, 0),
    async check() {
      const lost: string[] = [];
      for (const talker of talkers) {
        const problem = await talker.problem();
        if (problem !== undefined) lost.push(problem);
      }
      return { what: 'People whose call did not come back', count: lost.length, examples: lost };
    },
    close() {
      for (const talker of talkers) talker.close();
    },
  };
}

/** Counted in ticks, so that a process that stood still itself hears no silence in it. */
let awakeMs = 0;
setInterval(() => {
  awakeMs += LISTEN_EVERY_MS;
}, LISTEN_EVERY_MS).unref();

/** What the site's own page does in a call: keeps its socket and its media, and takes up again whatever breaks. */
class Talker {
  readonly heard: Reception[] = [];
  entered = 0;
  node = '';
  readonly #origin: string;
  readonly #user: SimulatedUser;
  readonly #caller: Caller;
  #room = '';
  #page: WebSocket | undefined;
  #client: MediaClient | undefined;
  #isClosed = false;

  constructor(origin: string, user: SimulatedUser) {
    this.#origin = origin;
    this.#user = user;
    this.#caller = createCaller(origin, user.token, CALL_MS);
  }

  async insist(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    for (let failures = 0; !this.#isClosed; failures++) {
      const answer = await this.#caller.call(method, path, body).catch(() => undefined);
      if (answer !== undefined && answer.status < 300) return answer.body;
      if (answer !== undefined && answer.status < 500)
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      await sleep(backoff(failures));
    }
    return undefined;
  }

  join(room: string): void {
    this.#room = room;
    this.#keepPage(0);
    void this.#keepMedia();
  }

  #keepPage(failures: number): void {
    const address = `${this.#origin.replace(/^http/, 'ws')}/ws/entercall/${this.#room}/${this.#user.id}/`;
    const page = new WebSocket(address, {
      headers: { cookie: `token=${this.#user.token}` },
      handshakeTimeout: CALL_MS,
    });
    this.#page = page;
    let heardAt = now();
    let opened = failures;
    const beating = setInterval(() => {
      if (page.readyState !== WebSocket.OPEN) return;
      if (now() - heardAt > HEARTBEAT_TIMEOUT_MS) page.terminate();
      else page.send(JSON.stringify({ type: HEARTBEAT }));
    }, HEARTBEAT_EVERY_MS);
    page.on('error', () => {});
    page.on('open', () => {
      opened = 0;
      page.send(JSON.stringify({ type: 'init' }));
    });
    page.on('message', () => {
      heardAt = now();
    });
    page.on('close', () => {
      clearInterval(beating);
      if (!this.#isClosed) setTimeout(() => this.#isClosed || this.#keepPage(opened + 1), backoff(opened));
    });
  }

  async #keepMedia(): Promise<void> {
    for (let failures = 0; !this.#isClosed; failures++) {
      const client = await this.#enter().catch(() => undefined);
      if (client !== undefined) {
        failures = 0;
        await this.#listen(client);
        client.close();
      }
      await sleep(backoff(failures));
    }
  }

  async #enter(origin = this.#origin): Promise<MediaClient> {
    const caller = origin === this.#origin ? this.#caller : createCaller(origin, this.#user.token, CALL_MS);
    const { status, body } = await caller.call('POST', `/api/calls/${this.#room}/media`, { mode: 'room' });
    const { seat } = body as CallMedia;
    if (status !== 200 || seat === undefined) throw new Error(`no join token: ${status} ${JSON.stringify(body)}`);
    const client = new MediaClient(seat.url);
    const late = AbortSignal.timeout(ENTER_MS);
    const isOver = (): boolean => late.aborted || client.closedWith !== undefined;
    const joined = client.join(seat.token, { sends: ['audio'], slots: 1 });
    const lost = client.until(isOver, 'the room was not closed').then(() => {
      throw new Error(`the media node closed with ${client.closedWith}`);
    });
    // Whichever of the two comes too late has nobody who waits for it.
    joined.catch(() => {});
    lost.catch(() => {});
    try {
      await Promise.race([joined, lost]);
    } catch (error) {
      client.close();
      throw error;
    }
    this.#client = client;
    this.node = new URL(seat.url).host;
    this.entered += 1;
    client.play(String(this.#user.id));
    return client;
  }

  /** Notes when something is heard, until the room is closed, ended or silent. */
  async #listen(client: MediaClient): Promise<void> {
    const sizes = (): number => [...client.received.values()].reduce((sum, { words }) => sum + words.size, 0);
    const isEnded = (): boolean => client.closedWith !== undefined || client.heard.at(-1)?.type === 'end';
    let [before, heardAt] = [0, awakeMs];
    while (!this.#isClosed && this.#client === client && !isEnded() && awakeMs - heardAt < SILENCE_MS) {
      const size = sizes();
      if (size > before) {
        heardAt = awakeMs;
        this.heard.push({ at: now(), awakeMs });
      }
      before = size;
      await sleep(LISTEN_EVERY_MS);
    }
  }

  async enterThrough(nodeOrigin: string): Promise<void> {
    // The newest entry of a person counts, so the one before ends, and is taken up again afterwards.
    const client = await this.#enter(nodeOrigin);
    client.close();
  }

  async problem(): Promise<string | undefined> {
    const { call } = (await this.insist('GET', '/api/calls/current')) as { call: { room_id: string } | null };
    if (call?.room_id !== this.#room) return `person ${this.#user.id} is in no call any more`;
    const silence = awakeMs - (this.heard.at(-1)?.awakeMs ?? 0);
    return silence > SILENCE_MS
      ? `person ${this.#user.id} has heard nothing for ${Math.round(silence / 1000)} s`
      : undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.#page?.terminate();
    this.#client?.close();
    this.#caller.close();
  }
}
