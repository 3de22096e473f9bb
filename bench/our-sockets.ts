import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { pino } from 'pino';
import { createApp } from '../server/src/app.ts';
import { buildServices } from '../server/src/build-services.ts';
import { parseConfig } from '../server/src/platform/config.ts';
import { respondToParent, usage } from './socket-child.ts';

export interface OurSocketsOptions {
  connection: pg.PoolConfig;
  dataDir: string;
}

/** A web node as in production, but without pages. */
const { connection, dataDir } = JSON.parse(process.env.BENCH_SOCKETS ?? '{}') as OurSocketsOptions;
const config = parseConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off', DEMO: 'off', LOG_LEVEL: 'warn' });
const { services } = await buildServices({ config, log: pino({ level: config.logLevel }), connection });
const app = await createApp(services);
await app.listen({ host: '127.0.0.1', port: 0 });

respondToParent({
  port: () => ({ port: (app.server.address() as AddressInfo).port }),
  usage,
  broadcast({ texts }: { texts: string[] }) {
    for (const text of texts) services.live.publish('ad:1', JSON.parse(text));
    return {};
  },
});
