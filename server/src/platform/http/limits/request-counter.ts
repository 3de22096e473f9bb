import type { Redis } from 'ioredis';
import type { BaseLogger } from 'pino';

/** Milliseconds that an absent or silent Redis may cost a request; the request then passes uncounted. */
const COMMAND_MS = 100;

/** Opens the Redis client in which all nodes count requests. */
export async function openRequestCounter(url: string, ca: string | undefined, log: BaseLogger): Promise<Redis> {
  // Loaded only where Redis is configured.
  const { createRedis, logLossOf } = await import('../../live/redis-connection.ts');
  const client = createRedis(url, { ca, commandTimeout: COMMAND_MS });
  logLossOf(client, log, {
    lost: 'requests are not limited: the counter in Redis is away',
    back: 'the counter in Redis is back',
  });
  return client;
}
