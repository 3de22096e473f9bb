import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../server/src/demo/random.ts';
import type { Balancer } from './balancer.ts';
import { now } from './person.ts';
import type { Stage } from './stage.ts';
import type { Fault } from './timing.ts';

export interface FaultParts {
  stage: Stage;
  balancer: Balancer;
  random: Random;
}

/** Injects the fault; returns the time when it has ended, and a promise for what is still being repaired. */
type Harm = (parts: FaultParts) => Promise<InjectedFault>;

const DATABASE_AWAY_MS = 1500;
const REDIS_AWAY_MS = 5000;
const CUT_MS = 3000;
const STILL_MS = [5000, 10_000] as const;
const SILENT_MS = [5000, 8000] as const;

/** Kills a node. The other node keeps serving, so the fault ends when it begins. */
const kill: Harm = async ({ stage, random }) => {
  const node = random.pick(stage.nodes);
  await node.kill();
  return { end: now(), repaired: node.start() };
};

const redis: Harm = async ({ stage }) => {
  await stage.redis.kill();
  await sleep(REDIS_AWAY_MS);
  await stage.redis.revive();
  return { end: now() };
};

const restart =
  (how: 'fast' | 'immediate'): Harm =>
  async ({ stage }) => {
    await stage.restartDatabase(how, DATABASE_AWAY_MS);
    return { end: now() };
  };

const stop: Harm = async ({ stage, random }) => {
  const pid = random.pick(stage.nodes).pid();
  process.kill(pid, 'SIGSTOP');
  await sleep(random.whole(...STILL_MS));
  process.kill(pid, 'SIGCONT');
  return { end: now() };
};

const cut: Harm = async ({ balancer }) => {
  await balancer.cut(CUT_MS);
  return { end: now() };
};

const silence: Harm = async ({ balancer, random }) => {
  await balancer.silence(random.whole(...SILENT_MS));
  return { end: now() };
};

const together =
  (...harms: Harm[]): Harm =>
  async (parts) => {
    const done = await Promise.all(harms.map((harm) => harm(parts)));
    const repaired = Promise.all(done.map((one) => one.repaired)).then(() => {});
    return { end: Math.max(...done.map(({ end }) => end)), repaired };
  };

export const HARMS = {
  kill,
  redis,
  stop,
  cut,
  silence,
  'database-fast': restart('fast'),
  'database-immediate': restart('immediate'),
  'kill+redis': together(kill, redis),
  'stop+cut': together(stop, cut),
  'database-immediate+kill': together(restart('immediate'), kill),
} as const satisfies Record<string, Harm>;

export type HarmName = keyof typeof HARMS;

export const ALL_FAULTS: readonly HarmName[] = [
  ...['kill', 'kill', 'kill', 'kill', 'kill', 'kill'],
  ...['database-fast', 'database-immediate', 'redis', 'redis', 'stop', 'stop', 'cut', 'silence', 'silence'],
  ...['kill+redis', 'stop+cut', 'database-immediate+kill'],
] as HarmName[];

export const isHarm = (name: string): name is HarmName => Object.hasOwn(HARMS, name);

export interface InjectedFault {
  /** Time from which the product is unobstructed. */
  end: number;
  /** What is still being repaired. */
  repaired?: Promise<void>;
}

/** Injects these faults one after another, at moments that depend on `random` only. */
export async function runFaults(
  names: readonly string[],
  inject: (name: string) => Promise<InjectedFault>,
  random: Random,
  until: number,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  let repaired: Promise<void> | undefined;
  for (const [i, kind] of names.entries()) {
    // Nothing is broken before what was broken last is whole again, because each part is there twice.
    await repaired;
    // The remaining time is divided among the remaining faults; each slot includes a quiet phase.
    const slot = Math.max(0, (until - now()) / (names.length - i));
    await sleep(slot * (0.2 + random.next() * 0.2));
    const slotEnd = now() + slot * 0.6;
    const begin = now();
    const done = await inject(kind);
    repaired = done.repaired;
    faults.push({ kind, begin, end: done.end });
    await sleep(Math.max(0, slotEnd - now()));
  }
  await repaired;
  return faults;
}
