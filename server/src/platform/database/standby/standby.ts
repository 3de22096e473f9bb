import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import { createBatcher } from '../../batches.ts';
import { Failure } from '../../failure.ts';
import { isDatabaseAway } from '../database-away.ts';
import { runInShare } from '../shares.ts';
import { findReplayed, readAtLeast, StandbyBehind } from './standby-pool.ts';

const PROBE_MS = 500;
/** SQLSTATE of a write, of a statement that ran too long, and of one that stood in the way of what is replayed. */
const ONLY_THIS_READ = ['25006', '57014', '40001', '40P01'];

export type StandbyState = 'up' | 'behind' | 'away';

/** Every commit that was acknowledged before this statement ends before this position of the log. */
const POSITION = `
  select pg_wal_lsn_diff(
    case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end,
    '0/0')::bigint as position`;

/**
 * Reads from a standby, never older than the moment at which they were asked for: the primary tells how far its log is,
 * and the standby answers once it has replayed that much. A standby that is behind, slow or away delays the reads under
 * way by a moment and later ones by nothing: they go to the primary, until a probe finds that it follows again.
 */
export class Standby {
  readonly #pool: pg.Pool;
  readonly #log: BaseLogger;
  readonly #askPosition: (question: undefined) => Promise<number>;
  readonly #stopping = new AbortController();
  readonly #served = { standby: 0, primary: 0 };
  #state: StandbyState = 'away';
  #unreached: { position: number; since: number } | undefined;
  #lagMs = 0;
  #timesBehind = 0;

  constructor({ pool, log }: { pool: pg.Pool; log: BaseLogger }) {
    this.#pool = pool;
    this.#log = log;
    // One statement answers everybody who asked before it began.
    this.#askPosition = createBatcher(
      async (questions: readonly undefined[]) => {
        const { rows } = await runInShare('access', () => pool.query<{ position: number }>(POSITION));
        return questions.map(() => rows[0]?.position ?? Number.POSITIVE_INFINITY);
      },
      { max: 1000 },
    );
  }

  get state(): StandbyState {
    return this.#state;
  }

  /** Milliseconds that the standby is behind the primary. */
  get lagMs(): number {
    return this.#unreached === undefined ? this.#lagMs : performance.now() - this.#unreached.since;
  }

  /** Number of reads that each of the two answered. */
  get served(): Readonly<Record<'standby' | 'primary', number>> {
    return this.#served;
  }

  /** How often it fell behind; `state` alone does not tell of a lag that is over. */
  get timesBehind(): number {
    return this.#timesBehind;
  }

  start(): void {
    this.#probeForever().catch(() => {});
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** `run` only reads. When the standby fails, it runs once more, on the primary. */
  async read<Result>(run: () => Promise<Result>): Promise<Result> {
    if (this.#state === 'up') {
      const position = await this.#askPosition(undefined);
      try {
        const result = await readAtLeast(position, run);
        this.#served.standby += 1;
        return result;
      } catch (error) {
        if (error instanceof Failure) {
          this.#served.standby += 1;
          throw error;
        }
        this.#onFailure(error);
      }
    }
    this.#served.primary += 1;
    return run();
  }

  #onFailure(error: unknown): void {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (error instanceof StandbyBehind) this.#setState('behind');
    else if (isDatabaseAway(error) && !ONLY_THIS_READ.includes(code)) this.#setState('away', error);
    else this.#log.info({ err: error }, 'a read that the standby refused is done by the primary');
  }

  async #probeForever(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#probe();
      await sleep(PROBE_MS, undefined, { signal: this.#stopping.signal, ref: false });
    }
  }

  async #probe(): Promise<void> {
    try {
      const replayed = await runInShare('standby', () => this.#findReplayed());
      const position = await this.#askPosition(undefined).catch(() => undefined);
      // Nothing is said of the standby while the primary is away: reads are refused with it.
      if (position === undefined) return;
      if (replayed > position) throw new Error('the server is ahead of the primary, so it follows another one');
      await this.#measureLag(position);
    } catch (error) {
      this.#setState('away', error);
    }
  }

  async #findReplayed(): Promise<number> {
    const client = await this.#pool.connect();
    try {
      return await findReplayed(client);
    } finally {
      client.release();
    }
  }

  async #measureLag(position: number): Promise<void> {
    const since = performance.now();
    try {
      await readAtLeast(position, () => this.#pool.query('select'));
      this.#lagMs = performance.now() - since;
      this.#unreached = undefined;
      this.#setState('up');
    } catch (error) {
      if (!(error instanceof StandbyBehind)) throw error;
      if (this.#unreached === undefined || error.replayed >= this.#unreached.position)
        this.#unreached = { position, since };
      this.#setState('behind');
    }
  }

  #setState(state: StandbyState, error?: unknown): void {
    if (state === this.#state || this.#stopping.signal.aborted) return;
    this.#state = state;
    if (state === 'behind') this.#timesBehind += 1;
    if (state === 'up') this.#log.info('the standby answers reads');
    else this.#log.warn({ state, reason: error instanceof Error ? error.message : error }, 'reads go to the primary');
  }
}

/** Runs a read on the standby, where there is one. */
export const readNearby = <Result>(standby: Standby | undefined, run: () => Promise<Result>): Promise<Result> =>
  standby === undefined ? run() : standby.read(run);
