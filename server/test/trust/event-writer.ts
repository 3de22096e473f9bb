import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { buildServices } from '../../src/build-services.ts';
import { parseConfig } from '../../src/platform/config.ts';
import { PATIENT_LIMITS } from '../patient-limits.ts';

/** A process that only sends events to users until it is killed. */
const people = JSON.parse(process.env.PEOPLE ?? '[]') as number[];
const PAUSE_MS = 8;

const config = parseConfig(process.env);
const { services } = await buildServices({
  config,
  log: pino({ level: 'silent' }),
  connection: { connectionString: config.databaseUrl },
  limits: PATIENT_LIMITS,
});
const someone = (): number => people[Math.floor(Math.random() * people.length)] ?? 0;

for (let n = 0; ; n++) {
  try {
    await services.db.transaction().execute(async (tx) => {
      for (let i = 0; i <= n % 3; i++)
        await services.live.publishUserEvent(tx, someone(), { type: 'test', writer: process.pid, n });
      // Every tenth transaction is rolled back.
      if (n % 10 === 9) throw new Error('changed its mind');
    });
  } catch {
    await sleep(n % 10 === 9 ? 0 : 100);
  }
  await sleep(PAUSE_MS);
}
