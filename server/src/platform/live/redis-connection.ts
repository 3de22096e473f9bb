import { Redis, type RedisOptions } from 'ioredis';
import type { BaseLogger } from 'pino';
import { retryDelay } from './bus.ts';
import { parseRedisUrl } from './redis-address.ts';

const CONNECT_MS = 1000;

/**
 * A client that holds nothing up: commands fail at once while Redis is away, and after `commandTimeout` while it says
 * nothing. It reconnects for ever.
 */
export function createRedis(url: string, { ca, ...options }: RedisOptions & { ca?: string | undefined }): Redis {
  const again = (times: number): number => retryDelay(times - 1);
  return new Redis({
    connectTimeout: CONNECT_MS,
    sentinelCommandTimeout: CONNECT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: again,
    sentinelRetryStrategy: again,
    // A server that lost its role in a failover refuses writes until it ends the connection.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    ...parseRedisUrl(url, ca),
    ...options,
  });
}

/** Writes one line when Redis is lost, and one when it is back. Without a listener, ioredis writes to stderr. */
export function logLossOf(client: Redis, log: BaseLogger, words: { lost: string; back: string }): void {
  let isLost = false;
  const lose = (reason: string): void => {
    if (!isLost) log.warn({ reason }, words.lost);
    isLost = true;
  };
  client.on('error', (error: Error) => lose(error.message));
  client.on('reconnecting', () => lose('the connection ended'));
  client.on('ready', () => {
    if (isLost) log.info(words.back);
    isLost = false;
  });
}
