import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { MEDIA_FRAME_MAX_BYTES, MEDIA_SOCKET_PATH } from '@app/contract/live/media-room';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import { handleControlConnection } from './control.ts';
import { isControlKey } from './control-key.ts';
import { CONTROL_PATH } from './control-messages.ts';
import type { Engine } from './engine.ts';
import { ExternalPeers } from './external-peers.ts';
import { handleAppNodeRequest } from './node-api.ts';
import { type CertificateFiles, followCertificate, readCertificate } from './own-certificate.ts';
import { SegmentStore } from './recording/segment-store.ts';
import { Rooms } from './rooms.ts';
import { handleSignalling } from './signalling.ts';

export interface MediaNodeOptions {
  engine: Engine;
  secret: string;
  publicUrl: string;
  host: string;
  port: number;
  folder: string;
  tls?: CertificateFiles | undefined;
  log: Logger;
}

export interface MediaNode {
  port: number;
  close(): Promise<void>;
}

/** Includes sockets that have not shown a token yet. */
const SOCKETS_MAX = 5000;
const GOODBYE_MS = 1000;
const SWEEP_MS = 3_600_000;

/** Opens the server of a media node: sockets of browsers and of app nodes, and the health check. */
export async function openMediaNode({
  engine,
  secret,
  publicUrl,
  host,
  port,
  folder,
  tls,
  log,
}: MediaNodeOptions): Promise<MediaNode> {
  const store = new SegmentStore(folder);
  await store.sweep(Date.now());
  const sweeping = setInterval(() => void store.sweep(Date.now()).catch(() => {}), SWEEP_MS).unref();
  const rooms = new Rooms({ store, log });
  const parts = { store, externalPeers: new ExternalPeers(rooms, engine) };
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MEDIA_FRAME_MAX_BYTES,
    perMessageDeflate: false,
  });
  let isStopping = false;

  const handleRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url?.split('?', 1)[0];
    const isReady = !isStopping && !rooms.isFull;
    if (path === '/healthz') send(response, 200, 'ok');
    else if (path === '/readyz') send(response, isReady ? 200 : 503, isReady ? 'ready' : 'not_ready');
    else if (!isControlKey(secret, request.headers.authorization, new Date())) send(response, 404, 'not_found');
    else {
      handleAppNodeRequest(parts, request, response)
        .then((isKnown) => {
          if (!isKnown) send(response, 404, 'not_found');
        })
        .catch((error: unknown) => {
          log.warn({ err: error }, 'a request of an app node failed');
          response.destroy();
        });
    }
  };

  const upgrade = (request: IncomingMessage, raw: Duplex, head: Buffer): void => {
    const path = request.url?.split('?', 1)[0];
    const { origin, authorization } = request.headers;
    const open = (take: (socket: WebSocket) => void): void => sockets.handleUpgrade(request, raw, head, take);
    if (isStopping || sockets.clients.size >= SOCKETS_MAX) rejectUpgrade(raw, '503 Service Unavailable');
    else if (path === MEDIA_SOCKET_PATH) {
      // Clients other than browsers send no `Origin`; they still need a join token.
      if (origin !== undefined && !isOwnOrigin(origin, publicUrl, request)) rejectUpgrade(raw, '403 Forbidden');
      else open((socket) => handleSignalling(socket, { rooms, engine, secret, log }));
    } else if (path === CONTROL_PATH) {
      if (isControlKey(secret, authorization, new Date())) open((socket) => handleControlConnection(socket, rooms));
      else rejectUpgrade(raw, '401 Unauthorized');
    } else rejectUpgrade(raw, '404 Not Found');
  };

  const server = openServer(tls, log, handleRequest);
  server.on('upgrade', upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      isStopping = true;
      clearInterval(sweeping);
      rooms.endAll('restart');
      await rooms.endRecordings();
      for (const socket of sockets.clients) socket.close(1001);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const late = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate();
        server.closeAllConnections();
      }, GOODBYE_MS);
      await closed;
      clearTimeout(late);
    },
  };
}

function openServer(tls: CertificateFiles | undefined, log: Logger, handle: RequestListener): Server {
  if (tls === undefined) return createServer(handle);
  const server = createTlsServer(readCertificate(tls), handle);
  followCertificate(server, tls, {
    onFailure: (error) => log.error({ err: error }, 'the renewed certificate cannot be used'),
  });
  return server;
}

/** Accepts the site's public address, and the host that the request itself came to. */
function isOwnOrigin(origin: string, publicUrl: string, { headers }: IncomingMessage): boolean {
  if (origin === publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === headers.host;
}

function send(response: ServerResponse, status: number, word: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ status: word }));
}

function rejectUpgrade(raw: Duplex, status: string): void {
  raw.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
