import type { Redis } from 'ioredis';
import type { BaseLogger } from 'pino';
import { retryDelay } from '../live/bus.ts';

/** Milliseconds that an absent or silent Redis may cost a request; the request then passes uncounted. */
const COMMAND_MS = 100;
const CONNECT_MS = 1000;

/** Opens the Redis client in which all nodes count requests. Logs once when Redis is lost and once when it is back. */
export async function openRequestCounter(url: string, log: BaseLogger): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url, {
    commandTimeout: COMMAND_MS,
    connectTimeout: CONNECT_MS,
    // A queue would hold each request until Redis is back.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => retryDelay(times - 1),
  });
  let isLost = false;
  client.on('error', (error: Error) => {
    if (!isLost) log.warn({ reason: error.message }, 'requests are not limited: the counter in Redis is away');
    isLost = true;
  });
  client.on('ready', () => {
    if (isLost) log.info('the counter in Redis is back');
    isLost = false;
  });
  return client;
}
