import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { streamOf } from '../client-stream.ts';
import { runInShare } from '../shares.ts';

/** Milliseconds. A standby that follows well is a few behind; one that needs longer is not waited for. */
const WAIT_MS = 150;
const POLL_MS = 4;

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

interface ReplayRow {
  is_standby: boolean;
  position: number;
}

const REPLAYED = `
  select pg_is_in_recovery() as is_standby,
         coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::bigint as position`;

export class StandbyBehind extends Error {
  override name = 'StandbyBehind';
  readonly replayed: number;

  constructor(replayed: number) {
    super('the standby has not replayed yet what was committed');
    this.replayed = replayed;
  }
}

/** Bytes of the log of the primary that this connection's server has replayed. A server that was promoted is looked past. */
export async function findReplayed(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<ReplayRow>(REPLAYED);
  const [row] = rows;
  if (row?.is_standby) return row.position;
  const error = new Error('the server is no standby');
  streamOf(client).destroy(error);
  throw error;
}

const required = new AsyncLocalStorage<number>();

/** What `run` reads is never older than this position in the log of the primary; else it fails with {@link StandbyBehind}. */
export const readAtLeast = <Result>(position: number, run: () => Result): Result =>
  required.run(position, () => runInShare('standby', run));

/**
 * Gives out connections whose server has replayed what the caller requires. Asked on each connection, because an address
 * may lead to several standbys; a connection that was far enough once stays so, and is not asked again.
 */
export class StandbyPool extends pg.Pool {
  readonly #replayed = new WeakMap<pg.PoolClient, number>();

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connectCaughtUp();
    if (callback === undefined) return connecting;
    connecting.then(
      (client) => callback(undefined, client, (release) => client.release(release as Error | boolean | undefined)),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connectCaughtUp(): Promise<pg.PoolClient> {
    const position = required.getStore() ?? 0;
    const client = await super.connect();
    try {
      await this.#catchUp(client, position);
      return client;
    } catch (error) {
      client.release(error instanceof StandbyBehind ? undefined : true);
      throw error;
    }
  }

  async #catchUp(client: pg.PoolClient, position: number): Promise<void> {
    const late = performance.now() + WAIT_MS;
    while ((this.#replayed.get(client) ?? 0) < position) {
      const replayed = await findReplayed(client);
      this.#replayed.set(client, replayed);
      if (replayed >= position) return;
      if (performance.now() + POLL_MS > late) throw new StandbyBehind(replayed);
      await sleep(POLL_MS);
    }
  }
}
