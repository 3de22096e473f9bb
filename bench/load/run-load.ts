import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createRandom } from '../../server/src/demo/random.ts';
import { startBalancer } from './balancer.ts';
import { checkLog } from './check-log.ts';
import { type CheckResult, runChecks } from './checks.ts';
import { type Crowds, startCrowds } from './crowds.ts';
import { DAMAGES, type Damage, damage, loadDatabaseState } from './database-state.ts';
import { HARMS, type HarmName, runFaults } from './faults.ts';
import type { PersonLog } from './logs.ts';
import { createUsers } from './people.ts';
import { now, type Sabotage } from './person.ts';
import { processorTime } from './processor-time.ts';
import { openStage } from './stage.ts';
import { deliveryDelays, type Fault, recoveries, type Spread, spreadOf } from './timing.ts';

interface SceneOptions {
  /** Directory for the database; other accounts must be able to enter it. */
  dataDir: string;
  users: number;
  rate: number;
  seconds: number;
  faults: readonly string[];
  seed: number;
  /** Corrupts events or rows, to test the checks. */
  sabotage?: Sabotage | Damage | undefined;
}

export interface LoadOptions extends SceneOptions {
  faults: readonly HarmName[];
  isRedisReal: boolean;
}

export interface LoadReport {
  options: Omit<SceneOptions, 'dataDir'>;
  redis: string;
  dialogs: number;
  written: number;
  acknowledged: number;
  perSecond: number;
  checks: CheckResult[];
  faults: Fault[];
  seen: { calm: Spread; all: Spread };
  /** From sending until the server acknowledged. */
  acked: Spread;
  recovery: { kind: string; spread: Spread }[];
  recoveryAll: Spread;
  calls: Record<string, number>;
  connection: PersonLog['connection'];
  /** How late the processes with the people themselves were, 99 % of the time, in milliseconds. */
  crowdDelayMs: number;
  retried: number;
  errors: Record<string, number>;
  /** Milliseconds of CPU time per message, including receipts and everything else; only for runs without faults. */
  processor: Record<string, number>;
  load: { before: number; after: number };
}

const CALM_MS = 10_000;
const SETTLE_MS = 120_000;

/** A started product, those who break it, and what they learn about it. */
export interface LoadScene {
  redis: string;
  /** Where people go: `http://` or `https://`. */
  origin: string;
  /** Variables of the processes with the people. */
  environment?: Record<string, string>;
  /** How many processes the people are in. Default: one. */
  crowds?: number;
  /** HTTP connections that the people of a process share. Default: each has their own. */
  sharedConnections?: number;
  /** The database that takes writes now. */
  connection(): pg.PoolConfig;
  /** Starts the product; its people are in the database. */
  open(): Promise<void>;
  breakParts(until: number): Promise<Fault[]>;
  deaths(): string[];
  errors(): Map<string, number>;
  /** All that the product printed. */
  said(): string;
  processorTimes(): Record<string, number>;
}

export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const random = createRandom(options.seed);
  const stage = await openStage(options.dataDir, options.isRedisReal);
  const balancer = await startBalancer(stage.nodes.map(({ port }) => port));
  const origin = `http://127.0.0.1:${balancer.port}`;
  const parts = { stage, balancer, random };
  try {
    return await runScene(
      {
        redis: stage.redis.what,
        origin,
        connection: () => stage.connection,
        open: () => stage.open(origin),
        breakParts: (until) => runFaults(options.faults, (name) => HARMS[name as HarmName](parts), random, until),
        deaths: stage.deaths,
        errors: stage.errors,
        said: stage.said,
        processorTimes: stage.processorTimes,
      },
      options,
      random.whole(1, 2 ** 31),
    );
  } finally {
    await balancer.close();
    await stage.close();
  }
}

/** Lets people write while parts break, and judges what came of it. */
export async function runScene(scene: LoadScene, options: SceneOptions, crowdSeed: number): Promise<LoadReport> {
  const { dataDir, users, rate, seconds, sabotage } = options;
  const load = (): number => os.loadavg()[0] ?? 0;
  const before = load();
  let crowds: Crowds | undefined;
  try {
    const people = await createUsers(scene.connection(), users);
    await scene.open();
    crowds = await startCrowds(
      {
        origin: scene.origin,
        people,
        rate: rate / users,
        seed: crowdSeed,
        sharedConnections: scene.sharedConnections,
        sabotage: isDamage(sabotage) ? undefined : sabotage,
      },
      scene.crowds ?? 1,
      scene.environment,
    );
    const { pids } = crowds;
    const times = (): Record<string, number> => ({
      ...scene.processorTimes(),
      crowd: processorTime(pids) ?? 0,
      harness: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    });
    const start = times();
    const startedAt = now();
    await crowds.start();
    const until = startedAt + seconds * 1000;
    const calm = Math.min(CALM_MS, (seconds * 1000) / 10);
    await sleep(calm);
    const faults = await scene.breakParts(until - calm);
    await sleep(Math.max(0, until - now()));
    const ended = now();
    const { logs, isQuiet, delayP99Ms } = await crowds.settle(dataDir, SETTLE_MS);
    const after = times();
    if (isDamage(sabotage)) await damage(scene.connection(), sabotage);
    const truth = await loadDatabaseState(scene.connection());
    const sent = logs.flatMap((person) => person.sent);
    const acknowledged = sent.filter(({ ackedAt }) => ackedAt !== null);
    const found = recoveries(logs, faults, ended);
    const { dataDir: _, ...reportedOptions } = options;
    return {
      options: reportedOptions,
      redis: scene.redis,
      dialogs: truth.chats.length,
      written: sent.length,
      acknowledged: acknowledged.length,
      perSecond: acknowledged.filter(({ ackedAt }) => Number(ackedAt) < ended).length / ((ended - startedAt) / 1000),
      checks: [
        ...runChecks(logs, truth),
        { what: 'Ended without becoming quiet', count: isQuiet ? 0 : 1, examples: [] },
        { what: 'Processes that ended by themselves', count: scene.deaths().length, examples: scene.deaths() },
        checkLog(
          scene.said(),
          people.map(({ token }) => token),
        ),
        {
          what: 'Runs in which nobody wrote anything',
          count: acknowledged.length === 0 ? 1 : 0,
          examples: [`${sent.length} written`],
        },
      ],
      faults,
      seen: deliveryDelays(logs, faults),
      acked: spreadOf(acknowledged.map(({ at, ackedAt }) => Number(ackedAt) - at)),
      recovery: [...found].map(([kind, times]) => ({ kind, spread: spreadOf(times) })),
      recoveryAll: spreadOf([...found.values()].flat()),
      calls: sumOf(logs.map(({ calls }) => calls)),
      connection: sumOf(logs.map(({ connection }) => connection)) as PersonLog['connection'],
      crowdDelayMs: delayP99Ms,
      retried: sent.filter(({ tries }) => tries > 1).length,
      errors: Object.fromEntries(scene.errors()),
      processor: Object.fromEntries(
        options.faults.length > 0
          ? []
          : Object.entries(after).map(([name, s]) => [name, ((s - (start[name] ?? 0)) * 1000) / acknowledged.length]),
      ),
      load: { before, after: load() },
    };
  } finally {
    crowds?.kill();
  }
}

const isDamage = (name: string | undefined): name is Damage => name !== undefined && Object.hasOwn(DAMAGES, name);

function sumOf(counts: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const one of counts) for (const [name, count] of Object.entries(one)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
