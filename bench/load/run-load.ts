import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../server/src/demo/random.ts';
import { startBalancer } from './balancer.ts';
import { type CheckResult, runChecks } from './checks.ts';
import type { CrowdOptions, CrowdQuestion } from './crowd.ts';
import { DAMAGES, type Damage, damage, loadDatabaseState } from './database-state.ts';
import { type HarmName, runFaults } from './faults.ts';
import type { PersonLog } from './logs.ts';
import { createUsers } from './people.ts';
import { now, type Sabotage } from './person.ts';
import { processorTime } from './processor-time.ts';
import { openStage } from './stage.ts';
import { deliveryDelays, type Fault, recoveries, type Spread, spreadOf } from './timing.ts';

export interface LoadOptions {
  /** Directory for the database; other accounts must be able to enter it. */
  dataDir: string;
  users: number;
  rate: number;
  seconds: number;
  faults: readonly HarmName[];
  seed: number;
  isRedisReal: boolean;
  /** Corrupts events or rows, to test the checks. */
  sabotage?: Sabotage | Damage | undefined;
}

export interface LoadReport {
  options: Omit<LoadOptions, 'dataDir'>;
  redis: string;
  dialogs: number;
  written: number;
  acknowledged: number;
  perSecond: number;
  checks: CheckResult[];
  faults: Fault[];
  seen: { calm: Spread; all: Spread };
  recovery: { kind: string; spread: Spread }[];
  recoveryAll: Spread;
  calls: Record<string, number>;
  connection: PersonLog['connection'];
  retried: number;
  errors: Record<string, number>;
  /** Milliseconds of CPU time per message, including receipts and everything else; only for runs without faults. */
  processor: Record<string, number>;
  load: { before: number; after: number };
}

const CALM_MS = 10_000;
const SETTLE_MS = 120_000;

export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const { dataDir, users, rate, seconds, seed, sabotage } = options;
  const random = createRandom(seed);
  const load = (): number => os.loadavg()[0] ?? 0;
  const before = load();
  const stage = await openStage(dataDir, options.isRedisReal);
  const balancer = await startBalancer(stage.nodes.map(({ port }) => port));
  let crowd: ChildProcess | undefined;
  try {
    const people = await createUsers(stage.connection, users);
    await stage.open(`http://127.0.0.1:${balancer.port}`);
    crowd = await startCrowd({
      port: balancer.port,
      people,
      rate: rate / users,
      seed: random.whole(1, 2 ** 31),
      sabotage: isDamage(sabotage) ? undefined : sabotage,
    });
    const { pid = 0 } = crowd;
    const times = (): Record<string, number> => ({
      ...stage.processorTimes(),
      crowd: processorTime([pid]) ?? 0,
      harness: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    });
    const start = times();
    const startedAt = now();
    await request(crowd, { is: 'start' });
    const until = startedAt + seconds * 1000;
    const calm = Math.min(CALM_MS, (seconds * 1000) / 10);
    await sleep(calm);
    const faults = await runFaults(options.faults, { stage, balancer, random }, until - calm);
    await sleep(Math.max(0, until - now()));
    const ended = now();
    const file = path.join(dataDir, 'crowd.json');
    const { isQuiet } = await request<{ isQuiet: boolean }>(crowd, { is: 'settle', file, patienceMs: SETTLE_MS });
    const after = times();
    const logs = JSON.parse(readFileSync(file, 'utf8'), revive) as PersonLog[];
    if (isDamage(sabotage)) await damage(stage.connection, sabotage);
    const truth = await loadDatabaseState(stage.connection);
    const sent = logs.flatMap((person) => person.sent);
    const acknowledged = sent.filter(({ ackedAt }) => ackedAt !== null);
    const found = recoveries(logs, faults, ended);
    const { dataDir: _, ...reportedOptions } = options;
    return {
      options: reportedOptions,
      redis: stage.redis.what,
      dialogs: truth.chats.length,
      written: sent.length,
      acknowledged: acknowledged.length,
      perSecond: acknowledged.filter(({ ackedAt }) => Number(ackedAt) < ended).length / ((ended - startedAt) / 1000),
      checks: [
        ...runChecks(logs, truth),
        { what: 'Ended without becoming quiet', count: isQuiet ? 0 : 1, examples: [] },
        { what: 'Processes that ended by themselves', count: stage.deaths().length, examples: stage.deaths() },
      ],
      faults,
      seen: deliveryDelays(logs, faults),
      recovery: [...found].map(([kind, times]) => ({ kind, spread: spreadOf(times) })),
      recoveryAll: spreadOf([...found.values()].flat()),
      calls: sumOf(logs.map(({ calls }) => calls)),
      connection: sumOf(logs.map(({ connection }) => connection)) as PersonLog['connection'],
      retried: sent.filter(({ tries }) => tries > 1).length,
      errors: Object.fromEntries(stage.errors()),
      processor: Object.fromEntries(
        options.faults.length > 0
          ? []
          : Object.entries(after).map(([name, s]) => [name, ((s - (start[name] ?? 0)) * 1000) / acknowledged.length]),
      ),
      load: { before, after: load() },
    };
  } finally {
    crowd?.kill('SIGKILL');
    await balancer.close();
    await stage.close();
  }
}

const isDamage = (name: string | undefined): name is Damage => name !== undefined && Object.hasOwn(DAMAGES, name);

const revive = (key: string, value: unknown): unknown => (key === 'n' && value === null ? Number.NaN : value);

function sumOf(counts: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const one of counts) for (const [name, count] of Object.entries(one)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

async function startCrowd(options: CrowdOptions): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'crowd.ts'), {
    env: { ...process.env, NODE_ENV: 'production', LOAD_CROWD: JSON.stringify(options) },
    execArgv: [],
    detached: true,
  });
  await nextMessage(child);
  return child;
}

async function request<Reply>(child: ChildProcess, command: CrowdQuestion): Promise<Reply> {
  child.send(command);
  return (await nextMessage(child)) as Reply;
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`The crowd ended with ${code}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message);
    });
  });
}
