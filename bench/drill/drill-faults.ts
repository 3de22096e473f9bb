import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../server/src/demo/random.ts';
import { signal } from '../../server/src/platform/database/embedded/postgres-process.ts';
import type { InjectedFault } from '../load/faults.ts';
import { now } from '../load/person.ts';
import { treeOf } from '../load/processor-time.ts';
import type { ProductProcess } from '../load/product-process.ts';
import type { Callers } from './callers.ts';
import type { DrillStage } from './drill-stage.ts';
import { cutPorts, whyNoCut } from './network.ts';

/** Options of Node that give a process of the product a clock of its own. */
const OWN_CLOCK = `--import=${new URL('shifted-clock.ts', import.meta.url)}`;

export interface DrillParts {
  stage: DrillStage;
  callers: Callers;
  random: Random;
  /** What a fault found out beside what the people notice. */
  note(problem: string): void;
}

interface DrillFault {
  /** What the report says of it. */
  what: string;
  inject(parts: DrillParts): Promise<InjectedFault>;
  /** Why it cannot be had on this machine. */
  whyNot?(stage: DrillStage): Promise<string | undefined>;
}

const STILL_MS = [5000, 10_000] as const;
const CUT_MS = 6000;
const FULL_MS = 8000;
const WRONG_MS = 8000;
const DAY_MS = 86_400_000;
/** How long a watcher takes to believe that a database is dead. */
const NOTICE_MS = 1000;
const SILENT_MS = 4000;

const still = (random: Random): Promise<void> => sleep(random.whole(...STILL_MS));

async function kill(one: ProductProcess): Promise<InjectedFault> {
  await one.kill();
  return { end: now(), repaired: one.start() };
}

/** With the process that carries the packets, which is a child of its own. */
async function killMedia(one: ProductProcess): Promise<InjectedFault> {
  for (const pid of treeOf(one.pid()).toReversed()) signal(pid, 'SIGKILL');
  return kill(one);
}

async function wrongClock({ stage, callers, note, random }: DrillParts, ms: number): Promise<InjectedFault> {
  const node = random.pick(stage.web);
  await node.kill();
  await node.start({ NODE_OPTIONS: OWN_CLOCK, DRILL_CLOCK_SHIFT_MS: String(ms) });
  await sleep(WRONG_MS);
  await callers
    .enterThrough(`http://127.0.0.1:${node.port}`)
    .catch((error: unknown) => note(`a call through the node with the wrong clock: ${error}`));
  await node.kill();
  return { end: now(), repaired: node.start() };
}

const carriesMost = ({ stage, callers }: DrillParts): ProductProcess => {
  const people = callers.nodes();
  const peopleOf = ({ port }: ProductProcess): number => people.get(`127.0.0.1:${port}`) ?? 0;
  return stage.media.reduce((most, one) => (peopleOf(one) > peopleOf(most) ? one : most));
};

export const DRILL_FAULTS = {
  'web-kill': { what: 'a web node is killed', inject: ({ stage, random }) => kill(random.pick(stage.web)) },
  'web-stop': {
    what: 'a web node stands still for 5 to 10 s',
    async inject({ stage, random }) {
      const pid = random.pick(stage.web).pid();
      process.kill(pid, 'SIGSTOP');
      await still(random);
      process.kill(pid, 'SIGCONT');
      return { end: now() };
    },
  },
  'jobs-kill': { what: 'the process of jobs is killed', inject: ({ stage }) => kill(stage.jobs) },
  'redis-kill': {
    what: 'the master of Redis is killed; Sentinel promotes the replica',
    async inject({ stage: { redis } }) {
      const old = await redis.master();
      await old.kill();
      await redis.promoted(old);
      const end = now();
      old.start();
      return { end, repaired: redis.whole() };
    },
  },
  'redis-stop': {
    what: 'the master of Redis stands still for 5 to 10 s; Sentinel promotes the replica',
    async inject({ stage: { redis }, random }) {
      const old = await redis.master();
      old.stop();
      await still(random);
      await redis.promoted(old);
      old.resume();
      return { end: now(), repaired: redis.whole() };
    },
  },
  'postgres-kill': {
    what: 'the primary of PostgreSQL is killed; the standby is promoted',
    async inject({ stage: { postgres } }) {
      await postgres.primary().kill();
      await sleep(NOTICE_MS);
      await postgres.promote();
      return { end: now(), repaired: postgres.rebuildStandby() };
    },
  },
  'postgres-stop': {
    what: 'the primary stands still for 5 to 10 s and goes on',
    async inject({ stage: { postgres }, random }) {
      postgres.primary().stop();
      await still(random);
      postgres.primary().resume();
      return { end: now() };
    },
  },
  'postgres-freeze': {
    what: 'the primary stands still for good; it is shut off and the standby promoted',
    async inject({ stage: { postgres } }) {
      postgres.primary().stop();
      await sleep(SILENT_MS);
      await postgres.promote();
      return { end: now(), repaired: postgres.rebuildStandby() };
    },
  },
  'standby-kill': {
    what: 'the standby is killed; the primary goes on alone until there is a new one',
    async inject({ stage: { postgres } }) {
      await postgres.standby().kill();
      await sleep(NOTICE_MS);
      await postgres.goOnAlone();
      return { end: now(), repaired: postgres.rebuildStandby() };
    },
  },
  cut: {
    what: 'for 6 s no packet passes between HAProxy and the web nodes',
    whyNot: whyNoCut,
    async inject({ stage }) {
      const ports = stage.web.map(({ port }) => port);
      await cutPorts(ports, CUT_MS);
      return { end: now() };
    },
  },
  'disk-full': {
    what: 'the disk of DATA_DIR is full for 8 s',
    whyNot: async ({ disk }) => (typeof disk === 'string' ? disk : undefined),
    async inject({ stage: { disk } }) {
      if (typeof disk === 'string') throw new Error(disk);
      disk.fill();
      await sleep(FULL_MS);
      disk.free();
      return { end: now() };
    },
  },
  'clock-ahead': {
    what: 'a web node comes back with its clock a day ahead',
    inject: (parts) => wrongClock(parts, DAY_MS),
  },
  'clock-behind': {
    what: 'a web node comes back with its clock a day behind',
    inject: (parts) => wrongClock(parts, -DAY_MS),
  },
  'media-kill': {
    what: 'the media node with the most people is killed; its rooms move',
    inject: (parts) => killMedia(carriesMost(parts)),
  },
} as const satisfies Record<string, DrillFault>;

export type DrillFaultName = keyof typeof DRILL_FAULTS;

export const isDrillFault = (name: string): name is DrillFaultName => Object.hasOwn(DRILL_FAULTS, name);

export const ALL_DRILL_FAULTS = Object.keys(DRILL_FAULTS) as DrillFaultName[];

/** The faults of these that this machine refuses, and why. */
export async function refusedFaults(
  names: readonly DrillFaultName[],
  stage: DrillStage,
): Promise<Map<DrillFaultName, string>> {
  const refused = new Map<DrillFaultName, string>();
  for (const name of names) {
    const fault: DrillFault = DRILL_FAULTS[name];
    const reason = await fault.whyNot?.(stage);
    if (reason !== undefined) refused.set(name, reason);
  }
  return refused;
}
