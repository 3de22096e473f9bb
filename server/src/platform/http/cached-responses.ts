import { createServer, type Server } from 'node:http';
import type { FastifyServerFactory, FastifyServerFactoryHandler } from 'fastify';
import { mayUpgrade } from '../live/upgrades.ts';
import type { PublicCache } from './public-cache.ts';
import { publicCacheKey } from './request-key.ts';

interface ServerTimes {
  keepAliveTimeout?: number;
  requestTimeout?: number;
  connectionTimeout?: number;
}

/**
 * Answers from memory before Fastify sees the request: an anonymous answer needs no id, no log and no hook, and those
 * cost as much as sending it.
 */
export function cachedResponses(cache: PublicCache): FastifyServerFactory<Server> {
  return (handle: FastifyServerFactoryHandler<Server>, options: ServerTimes) => {
    const server = createServer({ shouldUpgradeCallback: mayUpgrade }, (request, response) => {
      // A node that is stopping tells its clients so.
      const key = server.listening ? publicCacheKey(request) : undefined;
      if (key === undefined || !cache.serve(key, request, response)) handle(request, response);
    });
    // Fastify sets these only on servers that it makes itself.
    server.keepAliveTimeout = options.keepAliveTimeout ?? server.keepAliveTimeout;
    server.requestTimeout = options.requestTimeout || server.requestTimeout;
    server.setTimeout(options.connectionTimeout ?? 0);
    return server;
  };
}
