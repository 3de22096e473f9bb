import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../server/src/demo/random.ts';
import type { CheckResult } from '../load/checks.ts';
import { DAMAGES, type Damage } from '../load/database-state.ts';
import { now, type Sabotage } from '../load/person.ts';
import { ms, spread } from '../load/print-report.ts';
import { type LoadReport, runScene } from '../load/run-load.ts';
import { openStage, type Stage } from '../load/stage.ts';
import type { Judged, Trial, TrialSetting } from './trial.ts';

/** Limit of 95 % of messages, in milliseconds. */
export const ACKED_MAX_MS = 150;
/** The least of the messages wanted that must have been written and acknowledged in time. */
const WRITTEN_MIN_SHARE = 0.95;
/** Processes with the people, so that none of them has more work than the node. */
const CROWDS = 4;
/** HTTP connections of each of them, as a proxy holds them for many people. */
const CONNECTIONS = 32;
const WEIGH_EVERY_MS = 2000;
/** Files that the node has open besides the sockets. */
const FILES_BESIDES = 2000;
const NUMBERS = { sockets: 10_000, rate: 100, seconds: 600 };

/** Resident memory of the web node in bytes: without anybody, with everybody there, and the most while they wrote. */
interface Memory {
  alone: number;
  connected: number;
  most: number;
}

/** Everybody holds the personal connection to one web node, and writes to it; nothing breaks. */
export const sockets: Trial = {
  numbers: NUMBERS,
  sabotages: ['deaf', 'echo', 'swap', ...Object.keys(DAMAGES)],
  minutes: ({ seconds = 0, sockets: count = 0 }) => seconds / 60 + count / 5000 + 1,
  whyNot: ({ sockets: count = 0 }) => whyNotSoMany(count),
  async run(setting) {
    const stage = await openStage(setting.dataDir, true, 1);
    try {
      const memory: Memory = { alone: 0, connected: 0, most: 0 };
      const load = await write(stage, memory, setting);
      return {
        scene: `${load.options.users.toLocaleString('en')} people hold their personal connection to one web node and write ${load.options.rate} messages a second for ${load.options.seconds} s in ${load.dialogs.toLocaleString('en')} dialogs, seed ${load.options.seed}; ${load.redis}, PostgreSQL and a process for jobs beside`,
        checks: [...load.checks.filter(({ what }) => !what.startsWith('Processes')), ...judgeConnections(load)],
        judged: judgeTimes(load),
        told: tell(load, memory),
        errors: stage.errors(),
        deaths: stage.deaths(),
      };
    } finally {
      await stage.close();
    }
  },
};

function write(stage: Stage, memory: Memory, { dataDir, numbers, seed, sabotage }: TrialSetting): Promise<LoadReport> {
  const [node] = stage.nodes;
  if (node === undefined) throw new Error('There is no web node');
  const origin = `http://127.0.0.1:${node.port}`;
  const { sockets: users, rate, seconds } = { ...NUMBERS, ...numbers };
  return runScene(
    {
      redis: stage.redis.what,
      origin,
      crowds: CROWDS,
      sharedConnections: CONNECTIONS,
      connection: () => stage.connection,
      async open() {
        await stage.open(origin);
        await stage.jobsReady();
        memory.alone = residentBytes(node.pid());
      },
      async breakParts(until) {
        memory.connected = residentBytes(node.pid());
        for (; now() < until; await sleep(WEIGH_EVERY_MS))
          memory.most = Math.max(memory.most, residentBytes(node.pid()));
        return [];
      },
      deaths: stage.deaths,
      errors: stage.errors,
      said: stage.said,
      processorTimes: stage.processorTimes,
    },
    { dataDir, users, rate, seconds, faults: [], seed, sabotage: sabotage as Sabotage | Damage | undefined },
    createRandom(seed).whole(1, 2 ** 31),
  );
}

/** Nothing was broken, so no connection has a reason to break. */
export function judgeConnections({ connection: { broken, limited } }: Pick<LoadReport, 'connection'>): CheckResult[] {
  return [
    { what: 'Sockets that broke or were found dead', count: broken, examples: [] },
    { what: 'Sockets that were told to read anew', count: limited, examples: [] },
  ];
}

export function judgeTimes({
  acked,
  perSecond,
  options,
}: Pick<LoadReport, 'acked' | 'perSecond' | 'options'>): Judged[] {
  const least = options.rate * WRITTEN_MIN_SHARE;
  return [
    {
      what: 'Written → acknowledged',
      result: spread(acked),
      limit: `p95 ≤ ${ms(ACKED_MAX_MS)}`,
      isMet: acked.p95 <= ACKED_MAX_MS,
    },
    {
      what: 'Messages acknowledged a second',
      result: perSecond.toFixed(1),
      limit: `≥ ${least.toFixed(0)}`,
      isMet: perSecond >= least,
    },
  ];
}

function tell(load: LoadReport, { alone, connected, most }: Memory): [string, string][] {
  const { seen, connection, processor, options } = load;
  const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20).toLocaleString('en')} MB`;
  const each = (connected - alone) / options.users / 1024;
  const times = Object.entries(processor).map(([name, time]) => `${name} ${time.toFixed(1)} ms`);
  return [
    ['Written → seen by the other', `${spread(seen.all)} (${seen.all.of.toLocaleString('en')})`],
    [
      'Memory of the node',
      `${megabytes(alone)} alone, ${megabytes(connected)} with everybody (${each.toFixed(0)} kB each), at most ${megabytes(most)}`,
    ],
    ['Processor time of one message, signs of life of all sockets included', times.join(', ')],
    [
      'Acknowledged',
      `${load.acknowledged.toLocaleString('en')} of ${load.written.toLocaleString('en')}; ${load.retried.toLocaleString('en')} needed another try`,
    ],
    ['Sockets opened', connection.opened.toLocaleString('en')],
    ['How late the processes with the people were themselves', `p99 ${ms(load.crowdDelayMs)}`],
  ];
}

/** Why so many sockets cannot be had here; undefined when they can. */
function whyNotSoMany(count: number): string | undefined {
  const limit = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  const wanted = count + FILES_BESIDES;
  if (limit === 'unlimited' || Number(limit) >= wanted) return undefined;
  return `The system allows a process ${limit} open files, and the node needs ${wanted}: ulimit -n ${wanted}, or fewer --sockets`;
}

function residentBytes(pid: number): number {
  const [, kilobytes = Number.NaN] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
