import type { Server } from 'node:http';
import type { FastifyServerFactory, FastifyServerFactoryHandler } from 'fastify';
import { mayUpgrade } from '../live/upgrades.ts';
import type { OpenServer } from './open-server.ts';
import type { PublicCache } from './public-cache.ts';
import { publicCacheKey } from './request/request-key.ts';

interface ServerTimes {
  keepAliveTimeout?: number;
  requestTimeout?: number;
  connectionTimeout?: number;
}

/** Milliseconds for the headers of a request; a connection that takes longer is closed at the next check. */
const HEADERS_MAX_MS = 15_000;
const CHECK_MS = 5_000;

/**
 * Serves cached anonymous responses before Fastify sees the request: its request id, log and hooks cost as much as
 * sending the response.
 */
export function cachedResponses(cache: PublicCache, open: OpenServer): FastifyServerFactory<Server> {
  return (handle: FastifyServerFactoryHandler<Server>, options: ServerTimes) => {
    const limits = { headersTimeout: HEADERS_MAX_MS, connectionsCheckingInterval: CHECK_MS };
    const server = open({ shouldUpgradeCallback: mayUpgrade, ...limits }, (request, response) => {
      // While the server stops, Fastify must respond, because it announces the closing to clients.
      const key = server.listening ? publicCacheKey(request) : undefined;
      if (key === undefined || !cache.serve(key, request, response)) handle(request, response);
    });
    // Fastify applies these options only to servers that it creates itself.
    server.keepAliveTimeout = options.keepAliveTimeout ?? server.keepAliveTimeout;
    server.requestTimeout = options.requestTimeout || server.requestTimeout;
    server.setTimeout(options.connectionTimeout ?? 0);
    return server;
  };
}
