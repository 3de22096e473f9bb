import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { isMediaPath } from '../../platform/live/upgrades.ts';
import { trustOfNodes } from './node-trust.ts';

const ANSWER_MS = 5000;

/**
 * Proxies media sockets from the site's own port to the media node beside this process, so that pages need no second
 * port, certificate or host in the content policy. Unused where media nodes have public addresses of their own.
 */
export function registerMediaProxy(app: FastifyInstance, { config }: { config: Config }): void {
  const { urls } = config.media;
  const open = new Set<Duplex>();

  const pass = (request: IncomingMessage, raw: Duplex, head: Buffer): void => {
    if (!isMediaPath(request.url)) return;
    open.add(raw);
    raw.on('error', () => raw.destroy());
    raw.on('close', () => open.delete(raw));
    if (urls === undefined) join(request, raw, head, config);
    else raw.destroy();
  };
  app.server.on('upgrade', pass);
  app.addHook('preClose', async () => {
    app.server.off('upgrade', pass);
    for (const raw of open) raw.destroy();
  });
}

function connectToNode(config: Config): Socket {
  const address = { host: '127.0.0.1', port: config.media.port };
  return config.tls === undefined ? connect(address) : connectTls({ ...address, ...trustOfNodes(config) });
}

function join(request: IncomingMessage, raw: Duplex, head: Buffer, config: Config): void {
  const node = connectToNode(config);
  node.setTimeout(ANSWER_MS, () => node.destroy());
  node.once('connect', () => {
    node.setTimeout(0);
    node.write(`${headOf(request)}\r\n\r\n`);
    node.write(head);
    raw.pipe(node).pipe(raw);
  });
  // An error on either side closes both sockets; the browser reconnects.
  node.on('error', () => node.destroy());
  node.on('close', () => raw.destroy());
  raw.on('close', () => node.destroy());
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  }
  return lines.join('\r\n');
}
