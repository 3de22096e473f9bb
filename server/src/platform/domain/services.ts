import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/tables.ts';
import type { PublicCache } from '../http/public-cache.ts';
import type { Live } from '../live/live.ts';
import type { Mail } from '../mail/mail.ts';
import type { Queue } from '../queue/queue.ts';
import type { Sms } from '../sms/sms.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * What every operation works with. Built once in `build-services.ts`; tests pass another clock. Wings above add
 * theirs by declaration merging.
 */
export interface Services {
  config: Config;
  log: Logger;
  pool: pg.Pool;
  db: Db;
  clock: Clock;
  queue: Queue;
  mail: Mail;
  sms: Sms;
  storage: Storage;
  publicCache: PublicCache;
  live: Live;
}
