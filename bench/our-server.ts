import type pg from 'pg';
import { pino } from 'pino';
import { createApp } from '../server/src/app.ts';
import { buildServices } from '../server/src/build-services.ts';
import { parseConfig } from '../server/src/platform/config.ts';
import { createPublicCache, type PublicCache } from '../server/src/platform/http/public-cache.ts';
import { loadBuiltSite, warmSite } from '../server/src/site/site.ts';
import { reportToParent } from './child-server.ts';

export interface OurServerOptions {
  connection: pg.PoolConfig;
  dataDir: string;
  /** Without the cache the node computes every anonymous response, as for the first visitor of each second. */
  hasCache: boolean;
}

const NO_CACHE: PublicCache = { ...createPublicCache(), serve: () => false, store: () => {} };

const { connection, dataDir, hasCache } = JSON.parse(process.env.BENCH_SERVER ?? '{}') as OurServerOptions;
const config = parseConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off', DEMO: 'off', LOG_LEVEL: 'warn' });
const log = pino({ level: config.logLevel });
const { services, close } = await buildServices({ config, log, connection });
const app = await createApp(hasCache ? services : { ...services, publicCache: NO_CACHE }, await loadBuiltSite());
await app.listen({ host: '127.0.0.1', port: 0 });
await warmSite(app);
reportToParent(app, close);
