import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createApp } from '../../src/app.ts';
import { buildServices } from '../../src/build-services.ts';
import { listJobs } from '../../src/jobs.ts';
import { parseConfig } from '../../src/platform/config.ts';
import { startWorkers } from '../../src/platform/queue/workers.ts';
import { PATIENT_LIMITS } from '../patient-limits.ts';

/**
 * Runs the API without pages on the database in DATABASE, to be killed by tests; with JOBS also the workers. Prints
 * only its port.
 */
const { services } = await buildServices({
  config: parseConfig(process.env),
  log: pino({ level: 'silent' }),
  ...JSON.parse(process.env.DATABASE ?? '{}'),
  limits: PATIENT_LIMITS,
});
const app = await createApp(services);
if (process.env.MEDIA_SECRET !== undefined) await services.mediaRooms.watch();
await app.listen({ host: '127.0.0.1', port: 0 });
if (process.env.JOBS === 'on') await startWorkers(services, listJobs(), { concurrency: 2, heartbeatMs: 500 });
console.log((app.server.address() as AddressInfo).port);
