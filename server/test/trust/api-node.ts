import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createApp } from '../../src/app.ts';
import { buildServices } from '../../src/build-services.ts';
import { readConfig } from '../../src/platform/config.ts';

/** The API without pages in a process of its own, on the database in CONNECTION, to be killed. Says its port and nothing else. */
const { services } = await buildServices({
  config: readConfig(process.env),
  log: pino({ level: 'silent' }),
  connection: JSON.parse(process.env.CONNECTION ?? '{}'),
});
const app = await createApp(services);
await app.listen({ host: '127.0.0.1', port: 0 });
console.log((app.server.address() as AddressInfo).port);
