import path from 'node:path';
import { startMediaProcess } from '@app/media-node/supervisor';
import { type Logger, pino } from 'pino';
import { createApp } from './app.ts';
import { buildServices } from './build-services.ts';
import { seedBasics } from './demo/seed-basics.ts';
import { isDemoWanted, seedDemo } from './demo/seed-demo.ts';
import { logFfmpegAvailability } from './files/media/ffmpeg.public.ts';
import { listJobs, startPeriodicJobs } from './jobs.ts';
import { findMediaSecret } from './live/media-rooms/media-secret.public.ts';
import { followRecordings } from './live/stream-recordings/follow-recordings.public.ts';
import { type Config, ConfigError, parseConfig } from './platform/config.ts';
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts';
import { prepareDatabase } from './platform/database/prepare-database.ts';
import type { Services } from './platform/domain/services.ts';
import { openCityTable } from './platform/geo/city-table.ts';
import { startWorkers } from './platform/queue/workers.ts';
import { explainStartFailure } from './platform/start-failure.ts';
import { loadBuiltSite, type SiteSource, warmSite } from './site/site.ts';

const ROLES = ['web', 'jobs', 'sfu'] as const;
type Role = (typeof ROLES)[number];

/** Jobs mostly wait for mail servers and payment providers; images are processed by separate processes. */
const JOB_CONCURRENCY = 4;
const STOP_TIMEOUT_MS = 10_000;

type Step = () => Promise<void>;

function startMediaNode({ host, publicUrl, dataDir, logLevel, media }: Config, secret: string, log: Logger): Step {
  const { port, announce } = media;
  const folder = path.join(dataDir, 'media-node');
  return startMediaProcess({ host, port, announce, publicUrl, secret, folder, logLevel }, log).stop;
}

async function start(config: Config, roles: readonly Role[]): Promise<void> {
  const log = pino({ level: config.logLevel, base: undefined, redact: REDACTED });
  const stops: Step[] = [];
  listenForSignals(stops, log);

  // A media node needs no database and can run on a separate machine.
  if (roles.every((role) => role === 'sfu')) {
    const { secret } = config.media;
    if (secret === undefined) throw new ConfigError('MEDIA_SECRET must be set for a media node on its own');
    stops.push(startMediaNode(config, secret, log));
    return;
  }

  // Before the database, so that a wrong file leaves nothing running.
  const cities = await openCityTable(config.geoFile);
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: path.resolve(config.dataDir, 'postgres'), log })
      : undefined;
  if (embedded !== undefined) stops.push(() => embedded.stop());
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl };

  await prepareDatabase(connection, log);
  const { services, close } = await buildServices({ config, log, connection, cities });
  stops.push(close);
  logFfmpegAvailability(log);
  await seedBasics(services);
  if (await isDemoWanted(services)) await seedDemo(services);

  if (roles.includes('sfu') && config.livekit === undefined) {
    stops.push(startMediaNode(config, await findMediaSecret(services), log));
  }
  const leaveRooms = await services.mediaRooms.watch();
  stops.push(async () => leaveRooms());
  const leaveRecordings = followRecordings(services);
  stops.push(async () => leaveRecordings());
  if (roles.includes('jobs')) {
    const workers = await startWorkers(services, listJobs(), { concurrency: JOB_CONCURRENCY });
    const periodic = startPeriodicJobs(services);
    stops.push(async () => {
      periodic.stop();
      await workers.stop();
    });
  }
  if (roles.includes('web')) {
    const app = await createApp(services, await loadSite());
    stops.push(() => app.close());
    await app.listen({ host: config.host, port: config.port });
    await warmSite(app);
    log.info({ url: config.publicUrl }, 'Около is open');
  }
}

async function loadSite(): Promise<SiteSource> {
  if (process.env.NODE_ENV !== 'development') return loadBuiltSite();
  // Vite is installed only in development.
  const { startDevSite } = await import('./site/dev-site.ts');
  return startDevSite();
}

function listenForSignals(stops: Step[], log: Services['log']): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const late = setTimeout(() => {
      log.error('stopping took too long');
      process.exit(1);
    }, STOP_TIMEOUT_MS + 5000);
    for (const step of stops.toReversed()) await step().catch((error) => log.error({ err: error }, 'stopping failed'));
    clearTimeout(late);
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** Fields that are removed from all log entries. */
const REDACTED = ['*.password', '*.token', '*.authorization', '*.cookie', 'req.headers', '*.secretKey'];

function parseRoles(names: readonly string[]): readonly Role[] {
  const unknown = names.find((name) => !ROLES.includes(name as Role));
  if (unknown !== undefined) throw new ConfigError(`Unknown role "${unknown}": ${ROLES.join(', ')}`);
  return names.length === 0 ? ROLES : (names as Role[]);
}

try {
  await start(parseConfig(process.env), parseRoles(process.argv.slice(2)));
} catch (error) {
  const line = explainStartFailure(error, process.env);
  console.error(line === undefined ? error : `Cannot start: ${line}`);
  process.exit(1);
}
