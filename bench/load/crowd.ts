import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../server/src/demo/random.ts';
import { createPerson, type Sabotage, type SimulatedUser } from './person.ts';

export interface CrowdOptions {
  origin: string;
  people: SimulatedUser[];
  rate: number;
  seed: number;
  sabotage?: Sabotage | undefined;
}

export type CrowdQuestion = { is: 'start' } | { is: 'settle'; file: string; patienceMs: number };

/** A process with many simulated users and devices, who send messages until told to stop. */
const { origin, people, rate, seed, sabotage } = JSON.parse(process.env.LOAD_CROWD ?? '{}') as CrowdOptions;
const random = createRandom(seed);
const crowd = people.map((user, i) =>
  createPerson(user, {
    origin,
    rate,
    random: createRandom(random.whole(1, 2 ** 31)),
    sabotage: i === 0 ? sabotage : undefined,
  }),
);

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
    process.send?.({});
    return;
  }
  const isQuiet = await waitUntilQuiet(question.patienceMs);
  writeFileSync(question.file, JSON.stringify(crowd.map((person) => person.log())));
  for (const person of crowd) person.close();
  process.send?.({ isQuiet });
});
process.once('disconnect', () => process.exit(0));

await Promise.all(crowd.map(({ ready }) => ready));
process.send?.({});
