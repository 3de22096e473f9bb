import pg from 'pg';
import type { BaseLogger } from 'pino';
import { streamOf } from './client-stream.ts';
import type { DatabaseServer } from './database-server.ts';

/** Milliseconds. Time is counted in ticks of a timer, so that a process that was busy itself blames nobody. */
const TICK_MS = 250;
/** A statement that runs longer is reason to ask whether the server lives. */
const SUSPECT_TICKS = 2;
const SILENT_TICKS = 7;
/** How long a silent server is waited for before it is asked anew, and the pause after one that is not there. */
const RETRY_TICKS = 12;
const PAUSE_TICKS = 4;

interface Work {
  ticks: number;
  ticksMax: number;
}

interface Probe {
  ticks: number;
  ticksMax: number;
  stop(): void;
}

/**
 * Sends a trivial statement on a new connection to learn whether the server lives; `false` says that there is none, which
 * needs no waiting either.
 * Rejects only when it is stopped.
 */
export type PingServer = (signal: AbortSignal) => Promise<boolean>;

interface WatchParts {
  ping: PingServer;
  onSilent(): void;
  /** The server, for the log. */
  name: string;
  log: BaseLogger;
}

/** Recognized as a database that is away by its code and system call. */
function awayError(message: string): Error {
  return Object.assign(new Error(message), { code: 'ETIMEDOUT', syscall: 'read' });
}

/**
 * Notices a server that takes connections and says nothing, such as a frozen machine or a broken network, within two and
 * a half seconds. A slow statement alone is no proof, so a second connection asks. While the server is silent, all
 * connections are cut and new ones refused at once, so that nobody waits; a statement without an answer long after its
 * own time limit is cut as well.
 */
export class DatabaseWatch {
  readonly #parts: WatchParts;
  readonly #clients = new Set<pg.ClientBase>();
  readonly #work = new Map<pg.ClientBase, Work>();
  readonly #timer: NodeJS.Timeout;
  #probe: Probe | undefined;
  #isSilent = false;

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }

  refuseWhileSilent(): void {
    if (this.#isSilent) throw awayError('the database does not answer');
  }

  add(client: pg.ClientBase): void {
    this.#clients.add(client);
  }

  remove(client: pg.ClientBase): void {
    this.#clients.delete(client);
    this.#work.delete(client);
  }

  started(client: pg.ClientBase, maxMs: number): void {
    this.#work.set(client, { ticks: 0, ticksMax: Math.ceil(maxMs / TICK_MS) });
  }

  ended(client: pg.ClientBase): void {
    this.#work.delete(client);
    // A server that answers others is only slow to take a connection.
    if (this.#probe !== undefined && !this.#isSilent) this.#probe.ticks = 0;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#probe?.stop();
  }

  #tick(): void {
    let isSuspect = this.#isSilent;
    for (const [client, work] of this.#work) {
      work.ticks += 1;
      if (work.ticks > work.ticksMax) this.#cut(client, 'a statement was not answered in time');
      else if (work.ticks > SUSPECT_TICKS) isSuspect = true;
    }
    const probe = this.#probe;
    if (probe === undefined) {
      if (isSuspect) this.#startProbe();
      return;
    }
    probe.ticks += 1;
    if (probe.ticks >= SILENT_TICKS && !this.#isSilent) this.#fallSilent();
    else if (probe.ticks < probe.ticksMax) return;
    probe.stop();
    this.#startProbe();
  }

  #startProbe(): void {
    const stopping = new AbortController();
    const probe = { ticks: 0, ticksMax: RETRY_TICKS, stop: () => stopping.abort() };
    this.#probe = probe;
    this.#parts.ping(stopping.signal).then(
      (isAlive) => {
        if (this.#probe !== probe) return;
        if (this.#isSilent && !isAlive) {
          probe.ticksMax = PAUSE_TICKS;
          return;
        }
        this.#probe = undefined;
        if (this.#isSilent) this.#parts.log.info(`${this.#parts.name} answers again`);
        this.#isSilent = false;
      },
      () => {},
    );
  }

  #fallSilent(): void {
    this.#isSilent = true;
    this.#parts.onSilent();
    this.#parts.log.error(
      { connections: this.#clients.size },
      `${this.#parts.name} does not answer: it is not asked until it does`,
    );
    for (const client of this.#clients) this.#cut(client, 'the database does not answer');
  }

  #cut(client: pg.ClientBase, reason: string): void {
    this.#work.delete(client);
    streamOf(client).destroy(awayError(reason));
  }
}

const SQLSTATE = /^\d[0-9A-Z]{4}$/;

export function pingServer(server: DatabaseServer): PingServer {
  return async (signal) => {
    const connection = await server.reach().catch(() => undefined);
    return connection !== undefined && ping(connection, signal);
  };
}

/** A server that refuses in words of its own is there: it is stopping, starting or full. */
async function ping(connection: pg.ClientConfig, signal: AbortSignal): Promise<boolean> {
  const client = new pg.Client({ ...connection, application_name: 'okolo-watch' });
  client.on('error', () => {});
  const stopped = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      streamOf(client).destroy();
      reject(new Error('stopped'));
    });
  });
  const answered = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      (error: { code?: unknown }) => SQLSTATE.test(String(error.code)),
    );
  const isAlive = await Promise.race([answered, stopped]);
  client.end().catch(() => {});
  return isAlive;
}
