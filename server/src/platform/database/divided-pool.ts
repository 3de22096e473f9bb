import pg from 'pg';
import { currentShare, SHARES, type Share } from './shares.ts';

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** One pool to its users, which takes each connection from the pool of the share that the caller runs in. */
export class DividedPool extends pg.Pool {
  readonly #pools: ReadonlyMap<Share, pg.Pool>;

  constructor(options: pg.PoolConfig, create: (share: Share) => pg.Pool) {
    super(options);
    this.#pools = new Map(SHARES.map((share) => [share, create(share)]));
    for (const pool of this.#pools.values()) {
      pool.on('error', (error, client) => this.emit('error', error, client));
      pool.on('connect', (client) => this.emit('connect', client));
      pool.on('acquire', (client) => this.emit('acquire', client));
      pool.on('remove', (client) => this.emit('remove', client));
    }
    const count = (of: (pool: pg.Pool) => number) => ({
      get: () => [...this.#pools.values()].reduce((sum, pool) => sum + of(pool), 0),
    });
    Object.defineProperties(this, {
      totalCount: count((pool) => pool.totalCount),
      idleCount: count((pool) => pool.idleCount),
      waitingCount: count((pool) => pool.waitingCount),
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const pool = this.#pools.get(currentShare());
    if (pool === undefined) throw new Error(`No pool for ${currentShare()}`);
    if (callback === undefined) return pool.connect();
    pool.connect(callback);
    return undefined;
  }

  override async end(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.end()));
    await super.end();
  }
}
