import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../server/src/demo/random.ts';
import { createPerson, type Sabotage, type SimulatedPerson, type SimulatedUser } from './person.ts';

export interface CrowdOptions {
  origin: string;
  people: SimulatedUser[];
  rate: number;
  seed: number;
  /** HTTP connections that these people share; without it each has their own. */
  sharedConnections?: number | undefined;
  sabotage?: Sabotage | undefined;
}

export type CrowdQuestion = { is: 'start' } | { is: 'settle'; file: string; patienceMs: number };

export interface CrowdEnd {
  isQuiet: boolean;
  /** How late this process itself was with its work, in milliseconds. */
  delayP99Ms: number;
}

/** How many people arrive at a time. */
const AT_ONCE = 64;

/** A process with many simulated users and devices, who send messages until told to stop. */
const [options] = (await once(process, 'message')) as [CrowdOptions];
const { origin, people, rate, seed, sharedConnections, sabotage } = options;
const random = createRandom(seed);
const agent = sharedConnections && new http.Agent({ keepAlive: true, maxSockets: sharedConnections });
const crowd: SimulatedPerson[] = [];
const delay = monitorEventLoopDelay({ resolution: 10 });

async function arrive(): Promise<void> {
  const waiting = people.map((user, i) => ({
    user,
    options: {
      origin,
      rate,
      random: createRandom(random.whole(1, 2 ** 31)),
      agent: agent || undefined,
      sabotage: i === 0 ? sabotage : undefined,
    },
  }));
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const person = createPerson(next.user, next.options);
      crowd.push(person);
      await person.ready;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function waitUntilQuiet(patienceMs: number): Promise<boolean> {
  for (const person of crowd) person.hush();
  const deadline = performance.now() + patienceMs;
  while (!crowd.every((person) => person.isQuiet()) && performance.now() < deadline) await sleep(200);
  // A connection may be dead without a close event.
  const probedAt = performance.now();
  for (const { connection } of crowd) connection.probe();
  const isSure = (): boolean => crowd.every(({ connection }) => connection.hasReceivedSince(probedAt));
  while (!isSure() && performance.now() < deadline) await sleep(200);
  while (!crowd.every((person) => person.isQuiet()) && performance.now() < deadline) await sleep(200);
  return isSure() && crowd.every((person) => person.isQuiet());
}

process.on('message', async (question: CrowdQuestion) => {
  if (question.is === 'start') {
    for (const person of crowd) person.start();
    delay.enable();
    process.send?.({});
    return;
  }
  const delayP99Ms = delay.percentile(99) / 1e6;
  const isQuiet = await waitUntilQuiet(question.patienceMs);
  writeFileSync(question.file, JSON.stringify(crowd.map((person) => person.log())));
  for (const person of crowd) person.close();
  process.send?.({ isQuiet, delayP99Ms } satisfies CrowdEnd);
});
process.once('disconnect', () => process.exit(0));

await arrive();
process.send?.({});
