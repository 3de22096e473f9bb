import type pg from 'pg';
import type { BaseLogger } from 'pino';
import { runInShare } from './shares.ts';

/** Milliseconds. What a machine that keeps time may be off, and how often the database is asked. */
const TOLERATED_MS = 5000;
const EVERY_MS = 30_000;
/** An answer that took longer says too little about the moment. */
const ANSWER_MS = 1000;

interface DatabaseClockParts {
  log: BaseLogger;
  /** The machine's clock, and milliseconds that nobody sets. */
  wall?: () => number;
  monotonic?: () => number;
}

/**
 * The clock of a process: the machine's own, unless it is further from the database's than a machine that keeps time can
 * be. Then the database's, so that one machine with a wrong clock dates nothing wrong, ends no sessions and is believed by
 * the media nodes.
 */
export class DatabaseClock {
  readonly #log: BaseLogger;
  readonly #wall: () => number;
  readonly #monotonic: () => number;
  /** The right time less the monotonic one; undefined until the database was asked. */
  #base: number | undefined;
  #isWrong = false;

  constructor({ log, wall = () => Date.now(), monotonic = () => performance.now() }: DatabaseClockParts) {
    this.#log = log;
    this.#wall = wall;
    this.#monotonic = monotonic;
  }

  readonly now = (): Date => {
    const wall = this.#wall();
    const expected = this.#base === undefined ? wall : this.#base + this.#monotonic();
    return new Date(Math.abs(wall - expected) <= TOLERATED_MS ? wall : expected);
  };

  /** Asks the database now and from then on. Returns how to stop. */
  async follow(pool: pg.Pool): Promise<() => void> {
    await this.#ask(pool);
    const timer = setInterval(() => void this.#ask(pool), EVERY_MS).unref();
    return () => clearInterval(timer);
  }

  async #ask(pool: pg.Pool): Promise<void> {
    const asked = this.#monotonic();
    const answer = await runInShare('access', () =>
      pool.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as now'),
    ).catch(() => undefined);
    const answered = this.#monotonic();
    const [row] = answer?.rows ?? [];
    if (row === undefined || answered - asked > ANSWER_MS) return;
    this.#base = row.now - (asked + answered) / 2;
    const off = this.#wall() - this.#base - this.#monotonic();
    const isWrong = Math.abs(off) > TOLERATED_MS;
    if (isWrong && !this.#isWrong)
      this.#log.warn(
        { seconds: Math.round(off / 1000) },
        "the clock of this machine is wrong: the database's is used until it is right",
      );
    if (!isWrong && this.#isWrong) this.#log.info('the clock of this machine is right again');
    this.#isWrong = isWrong;
  }
}
