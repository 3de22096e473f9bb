import { mkdir } from 'node:fs/promises';
import type { Logger } from 'pino';
import { domains } from './domains.ts';
import { createMedia } from './files/media/media.public.ts';
import { chooseMediaRooms } from './live/media-rooms/choose-media-rooms.public.ts';
import { SessionService } from './people/auth/sessions.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { type DatabaseConnection, databaseServer, parseDatabaseUrl } from './platform/database/database-server.ts';
import { openSharedDatabase } from './platform/database/open-shared-database.ts';
import type { Database } from './platform/database/tables.ts';
import type { ShareLimits } from './platform/database/wait-limits.ts';
import { registerDomains } from './platform/domain/domain.ts';
import type { Services } from './platform/domain/services.ts';
import { type CityTable, NO_CITIES } from './platform/geo/city-table.ts';
import { createPublicCache } from './platform/http/public-cache.ts';
import { sealInstallationKeys } from './platform/installation-keys/installation-keys.ts';
import { createLive } from './platform/live/live.ts';
import { createMail } from './platform/mail/mail.ts';
import { createQueue } from './platform/queue/queue.ts';
import { createSms } from './platform/sms/sms.ts';
import { createStorage } from './platform/storage/storage.ts';
import { readForFrames } from './site/find-frame.ts';

export interface ServiceParts {
  config: Config;
  log: Logger;
  connection: DatabaseConnection;
  /** The database itself, when `connection` leads to a pooler in transaction mode. */
  direct?: DatabaseConnection | undefined;
  clock?: Clock;
  cities?: CityTable;
  /** How long work waits. Default: the limits of a running site. */
  limits?: ShareLimits | undefined;
}

export interface BuiltServices {
  services: Services;
  close(): Promise<void>;
}

export async function buildServices({
  config,
  log,
  connection,
  direct,
  clock = systemClock,
  cities = NO_CITIES,
  limits,
}: ServiceParts): Promise<BuiltServices> {
  registerDomains(domains);
  await mkdir(config.dataDir, { recursive: true });
  const server = databaseServer(connection);
  const directServer = direct && databaseServer(direct);
  const standby =
    config.databaseReadUrl === undefined ? undefined : parseDatabaseUrl(config.databaseReadUrl, 'standby');
  const { pool, db, close } = openSharedDatabase<Database>(
    {
      server,
      connection,
      direct: direct && directServer && { server: directServer, connection: direct },
      standby: standby && { server: databaseServer(standby, 'standby'), connection: standby },
    },
    log,
    limits,
  );
  const storage = await createStorage(config);
  sealInstallationKeys(db, config.secretsKeys);
  const queue = createQueue({ db, log });
  const media = await createMedia({ config, storage, db, log });
  const live = await createLive({
    pool,
    server: directServer ?? server,
    log,
    redisUrl: config.redisUrl,
    ca: config.internalCa,
  });
  const publicCache = createPublicCache();
  const services: Services = {
    config,
    log,
    pool,
    db,
    clock,
    queue,
    storage,
    media,
    mail: createMail({ config, queue, log }),
    sms: createSms({ config, queue, log }),
    sessions: new SessionService({
      pool,
      db,
      clock,
      cities,
      isStaffStrong: config.isStaffStrong,
      isEverybodyStrong: config.isEverybodyStrong,
      forPages: readForFrames(db),
    }),
    publicCache,
    live,
    mediaRooms: await chooseMediaRooms({ db, config, clock, log }),
  };
  return {
    services,
    async close() {
      await media.close();
      await live.close();
      await close();
    },
  };
}
