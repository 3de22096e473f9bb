import './production-mode.ts';
import path from 'node:path';
import { type MediaProcess, startMediaProcess } from '@app/media-node/supervisor';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { buildServices } from './build-services.ts';
import { seedBasics } from './demo/seed-basics.ts';
import { isDemoWanted, seedDemo } from './demo/seed-demo.ts';
import { logFfmpegAvailability } from './files/media/ffmpeg.public.ts';
import { startJobsHealth, startMediaHealth } from './health-server.ts';
import { listJobs, startPeriodicJobs } from './jobs.ts';
import { findMediaSecret } from './live/media-rooms/media-secret.public.ts';
import { followRecordings } from './live/stream-recordings/follow-recordings.public.ts';
import { openMapTiles } from './market/ads/map/map-tiles.public.ts';
import { checkBreachedPasswords } from './people/users/passwords/breached-passwords.public.ts';
import { type Config, ConfigError, parseConfig } from './platform/config.ts';
import { DatabaseClock } from './platform/database/database-clock.ts';
import { isRoot } from './platform/database/embedded/postgres-binaries.ts';
import { warnOfEndlessStatements } from './platform/database/open-shared-database.ts';
import { prepareDatabase } from './platform/database/prepare-database.ts';
import { reachDatabase } from './platform/database/reach-database.ts';
import { runInShare } from './platform/database/shares.ts';
import type { Services } from './platform/domain/services.ts';
import { openCityTable } from './platform/geo/city-table.ts';
import { createLog } from './platform/log.ts';
import { startWorkers } from './platform/queue/workers.ts';
import { explainStartFailure } from './platform/start-failure.ts';
import type { Tracing } from './platform/tracing/start-tracing.ts';
import { traceJobs } from './platform/tracing/trace-jobs.ts';
import { loadBuiltSite, type SiteSource, warmSite } from './site/site.ts';

const ROLES = ['web', 'jobs', 'sfu'] as const;
type Role = (typeof ROLES)[number];
/** Migrates the database and ends. Not a role: nodes migrate by themselves when they start. */
const MIGRATE = 'migrate';
/** After `migrate`: all nodes are of this version, so that what older ones needed may go. */
const AFTER = 'after';

/** Jobs mostly wait for mail servers and payment providers; images are processed by separate processes. */
const JOB_CONCURRENCY = 4;
const STOP_TIMEOUT_MS = 10_000;

type Step = (signal: NodeJS.Signals) => Promise<void>;

function startMediaNode(
  { host, publicUrl, dataDir, logLevel, media, tls }: Config,
  secret: string,
  log: Logger,
): MediaProcess {
  const { port, announce } = media;
  const folder = path.join(dataDir, 'media-node');
  return startMediaProcess({ host, port, announce, publicUrl, tls, secret, folder, logLevel }, log);
}

async function start(config: Config, roles: readonly Role[]): Promise<void> {
  const log = createLog(config.logLevel);
  const stops: Step[] = [];
  listenForSignals(stops, config, log);

  // A media node needs no database and can run on a separate machine.
  if (roles.every((role) => role === 'sfu')) {
    const { secret } = config.media;
    if (secret === undefined) throw new ConfigError('MEDIA_SECRET must be set for a media node on its own');
    const media = startMediaNode(config, secret, log);
    stops.push(() => media.stop());
    if (config.healthPort !== undefined)
      stops.push(await startMediaHealth({ config, log, isReady: () => media.isOpen }, config.healthPort));
    warnOfRoot(log);
    return;
  }

  // Before the database, so that a wrong file leaves nothing running.
  const cities = await openCityTable(config.geoFile);
  await openMapTiles(config.mapFile);
  await checkBreachedPasswords(config.passwords.breachedFile);
  const tracing = await traceIfAsked(config, log);
  if (tracing !== undefined) stops.push(() => tracing.stop());
  const { connection, direct, now, stop } = await reachDatabase(config, log);
  stops.push(stop);
  await prepareDatabase(now, log);
  const clock = new DatabaseClock({ log });
  const { services, close } = await buildServices({ config, log, connection, direct, cities, clock: clock.now });
  stops.push(close);
  const leaveClock = await clock.follow(services.pool);
  stops.push(async () => leaveClock());
  if (direct !== undefined) await warnOfEndlessStatements(services);
  logFfmpegAvailability(log);
  await runInShare('jobs', async () => {
    await seedBasics(services);
    if (await isDemoWanted(services)) await seedDemo(services);
  });

  if (roles.includes('sfu') && config.livekit === undefined) {
    const media = startMediaNode(config, await findMediaSecret(services), log);
    stops.push(() => media.stop());
  }
  const leaveRooms = await services.mediaRooms.watch();
  stops.push(async () => leaveRooms());
  const leaveRecordings = followRecordings(services);
  stops.push(async () => leaveRecordings());
  if (roles.includes('jobs')) {
    const workers = await startWorkers(
      services,
      tracing === undefined ? listJobs() : traceJobs(listJobs(), tracing.tracer),
      { concurrency: JOB_CONCURRENCY },
    );
    const periodic = startPeriodicJobs(services);
    stops.push(async () => {
      periodic.stop();
      await workers.stop();
    });
  }
  // A web node answers health and metrics on its own port.
  if (config.healthPort !== undefined && !roles.includes('web'))
    stops.push(await startJobsHealth(services, config.healthPort));
  if (roles.includes('web')) {
    const app = await createApp(services, await loadSite(), tracing?.tracer);
    stops.push(() => app.close());
    // Ctrl-C ends at once; after SIGTERM balancers first learn from `/readyz` to send nobody here.
    stops.push((signal) => app.drain(signal === 'SIGTERM' ? config.drainSeconds : 0));
    await app.listen({ host: config.host, port: config.port });
    await warmSite(app);
    log.info({ url: config.publicUrl }, 'Около is open');
  }
  warnOfRoot(log);
}

function warnOfRoot(log: Logger): void {
  if (isRoot()) log.warn('running as root: use an account that may write to DATA_DIR and nowhere else');
}

/** Loaded only when asked for. */
async function traceIfAsked({ tracing }: Config, log: Logger): Promise<Tracing | undefined> {
  if (tracing === undefined) return undefined;
  const { startTracing } = await import('./platform/tracing/start-tracing.ts');
  return startTracing(tracing, log);
}

async function migrateOnly(config: Config, isAfter: boolean): Promise<void> {
  const log = createLog(config.logLevel);
  const { now, stop } = await reachDatabase(config, log);
  try {
    await prepareDatabase(now, log, isAfter || undefined);
  } finally {
    await stop();
  }
}

async function loadSite(): Promise<SiteSource> {
  if (process.env.NODE_ENV !== 'development') return loadBuiltSite();
  // Vite is installed only in development.
  const { startDevSite } = await import('./site/dev-site.ts');
  return startDevSite();
}

function listenForSignals(stops: Step[], { drainSeconds }: Config, log: Services['log']): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const late = setTimeout(
      () => {
        log.error('stopping took too long');
        process.exit(1);
      },
      STOP_TIMEOUT_MS + drainSeconds * 1000 + 5000,
    );
    for (const step of stops.toReversed())
      await step(signal).catch((error) => log.error({ err: error }, 'stopping failed'));
    clearTimeout(late);
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function parseRoles(names: readonly string[]): readonly Role[] {
  const unknown = names.find((name) => !ROLES.includes(name as Role));
  if (unknown !== undefined) throw new ConfigError(`Unknown role "${unknown}": ${ROLES.join(', ')}`);
  return names.length === 0 ? ROLES : (names as Role[]);
}

try {
  const config = parseConfig(process.env);
  const names = process.argv.slice(2);
  const [command, when, ...rest] = names;
  if (command === MIGRATE && (when === undefined || when === AFTER) && rest.length === 0) {
    await migrateOnly(config, when === AFTER);
    process.exit(0);
  }
  await start(config, parseRoles(names));
} catch (error) {
  const line = explainStartFailure(error, process.env);
  console.error(line === undefined ? error : `Cannot start: ${line}`);
  process.exit(1);
}
