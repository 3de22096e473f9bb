import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../server/src/demo/random.ts';
import { type Balancer, startBalancer } from '../load/balancer.ts';
import { now } from '../load/person.ts';
import { openStage, type Stage } from '../load/stage.ts';
import { spreadOf } from '../load/timing.ts';
import type { Judged } from './trial.ts';

export type Killed = 'web' | 'jobs';

export interface Kill {
  what: Killed;
  /** Milliseconds until the process served again. */
  awayMs: number;
  /** It came in the middle of what was waited for. */
  isHit: boolean;
}

interface KillsOptions<Item> {
  stage: Stage;
  random: Random;
  items: readonly Item[];
  /** How many are under way at a time. */
  lanes: number;
  kills: number;
  /** What is killed, in turn. */
  targets: readonly Killed[];
  /** Whether the process is now in the middle of what must not be torn; without it the kill comes at once. */
  isInTheMiddle?(index: number, what: Killed): Promise<boolean>;
  /** Does all of one item, whatever dies meanwhile. */
  live(item: Item): Promise<void>;
}

/** A kill comes so soon after the last items of its part have begun, so that they are under way. */
const KILL_WITHIN_MS = 150;
/** How long a kill waits for the middle of something; without one it comes all the same. */
const MIDDLE_MS = 10_000;

/**
 * Does all items while processes are killed. The items are divided among the kills: a part begins when a process is dead,
 * another one when it serves again, and the next process dies as the last of that part begin, however fast the machine is.
 */
export async function liveThroughKills<Item>(options: KillsOptions<Item>): Promise<Kill[]> {
  const { stage, random, items, lanes, kills, targets, live, isInTheMiddle } = options;
  const waiting = [...items];
  const killed: Kill[] = [];
  let begun = 0;
  let released = 1;
  let failure: Error | undefined;
  const allowed = (): number => Math.ceil((items.length * released) / (2 * kills + 1));

  const lane = async (): Promise<void> => {
    while (waiting.length > 0 && failure === undefined) {
      if (begun >= allowed()) {
        await sleep(20);
        continue;
      }
      const next = waiting.shift() as Item;
      begun += 1;
      await live(next);
    }
  };
  const killing = async (): Promise<void> => {
    for (let i = 0; i < kills && failure === undefined; i++) {
      // While more of the part is to come, so that what is killed has work.
      const ripe = Math.min(allowed(), Math.max(begun + 1, allowed() - lanes));
      while (begun < ripe && failure === undefined) await sleep(2);
      const what = targets[i % targets.length] ?? 'web';
      const isHit = isInTheMiddle && (await waitForMiddle(() => isInTheMiddle(i, what)));
      if (!isHit) await sleep(random.whole(0, KILL_WITHIN_MS));
      const one = what === 'jobs' ? stage.jobs : random.pick(stage.nodes);
      const begin = now();
      await one.kill();
      console.log(`${new Date().toISOString()} ${what} killed, ${begun} of ${items.length} begun`);
      released += 1;
      await one.start();
      if (what === 'jobs') await stage.jobsReady();
      released += 1;
      killed.push({ what, awayMs: now() - begin, isHit: isHit === true });
    }
  };
  const orStop = (work: Promise<void>): Promise<void> =>
    work.catch((error: Error) => {
      failure ??= error;
    });
  await Promise.all([killing(), ...Array.from({ length: lanes }, lane)].map(orStop));
  if (failure !== undefined) throw failure;
  return killed;
}

async function waitForMiddle(isInTheMiddle: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = now() + MIDDLE_MS; now() < deadline; await sleep(2)) if (await isInTheMiddle()) return true;
  return false;
}

export function describeKills(kills: readonly Kill[]): [string, string][] {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  return [...Map.groupBy(kills, ({ what }) => what)].map(([what, list]) => {
    const { p50, max } = spreadOf(list.map(({ awayMs }) => awayMs));
    const name = what === 'jobs' ? 'The process of jobs' : 'A web node';
    return [
      `${name} killed`,
      `${list.length === 1 ? 'once' : `${list.length} times`}, away for ${seconds(p50)} (p50), ${seconds(max)} (at most)`,
    ];
  });
}

/** A kill between two pieces of work tears nothing: at least half of them must come in the middle of one. */
export function judgeHits(what: string, kills: readonly Pick<Kill, 'isHit'>[]): Judged {
  const hits = kills.filter(({ isHit }) => isHit).length;
  const least = Math.ceil(kills.length / 2);
  return {
    what: `Kills in the middle of ${what}`,
    result: `${hits} of ${kills.length}`,
    limit: `≥ ${least}`,
    isMet: hits >= least,
  };
}

/** The product with two web nodes behind the small balancer. */
export async function openBalanced(
  dataDir: string,
): Promise<{ stage: Stage; balancer: Balancer; origin: string; close(): Promise<void> }> {
  const stage = await openStage(dataDir, true);
  const balancer = await startBalancer(stage.nodes.map(({ port }) => port));
  const origin = `http://127.0.0.1:${balancer.port}`;
  const close = async (): Promise<void> => {
    await balancer.close();
    await stage.close();
  };
  try {
    await stage.open(origin);
    await stage.jobsReady();
  } catch (error) {
    await close();
    throw error;
  }
  return { stage, balancer, origin, close };
}
