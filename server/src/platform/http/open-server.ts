import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { followCertificate, readCertificate } from '@app/media-node/own-certificate';
import type { BaseLogger } from 'pino';
import type { Config } from '../config.ts';

export type OpenServer = (options: ServerOptions, handle: RequestListener) => Server;

/** Makes the server of a port of this process: with TLS where the operator named a certificate. */
export function openServer({ tls }: Pick<Config, 'tls'>, log: Pick<BaseLogger, 'error'>): OpenServer {
  if (tls === undefined) return createServer;
  return (options, handle) => {
    const server = createTlsServer({ ...options, ...readCertificate(tls) }, handle);
    followCertificate(server, tls, {
      onFailure: (error) => log.error({ err: error }, 'the renewed certificate cannot be used'),
    });
    return server;
  };
}
