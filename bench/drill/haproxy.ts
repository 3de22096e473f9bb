import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { findFreePort } from '../../server/test/free-port.ts';
import { createServer, until } from './server-process.ts';

const SHIPPED = path.resolve(import.meta.dirname, '../../deploy/haproxy/haproxy.cfg');
const HOST = '127.0.0.1';
const START_MS = 30_000;

export interface Haproxy {
  port: number;
  origin: string;
  /** File with the certificate that its clients have to trust. */
  certificate: string;
  pid(): number;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** The HAProxy file of this repository with other addresses and a certificate of its own. */
export async function prepareHaproxy(folder: string, nodes: readonly [number, number]): Promise<Haproxy> {
  const [plain, port] = [await findFreePort(), await findFreePort()];
  const certificate = path.join(folder, 'certificate.pem');
  const key = path.join(folder, 'key.pem');
  const both = path.join(folder, 'okolo.pem');
  const name = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=IP:${HOST}`, '-days', '2'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...name, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  writeFileSync(both, `${readFileSync(certificate, 'utf8')}${readFileSync(key, 'utf8')}`, { mode: 0o600 });
  const file = path.join(folder, 'haproxy.cfg');
  const settings = replaceEach(readFileSync(SHIPPED, 'utf8'), [
    // What the machine's own limit of open files allows.
    ['maxconn 60000', 'maxconn 2000'],
    ['bind :80\n', `bind ${HOST}:${plain}\n`],
    ['bind :443 ssl crt /etc/haproxy/okolo.pem', `bind ${HOST}:${port} ssl crt ${both}`],
    ['server web-1 127.0.0.1:3000', `server web-1 ${HOST}:${nodes[0]}`],
    ['server web-2 127.0.0.1:3001', `server web-2 ${HOST}:${nodes[1]}`],
  ]);
  writeFileSync(file, settings);
  const log = path.join(folder, 'haproxy.log');
  const server = createServer({ program: 'haproxy', arguments: ['-db', '-f', file], log });
  return {
    port,
    origin: `https://${HOST}:${port}`,
    certificate,
    pid: server.pid,
    async start() {
      server.start();
      await until('HAProxy listens', () => isListening(port), START_MS).catch((error: unknown) => {
        throw new Error(server.logTail(), { cause: error });
      });
    },
    close: () => server.kill(),
  };
}

/** Each must stand in the text exactly once, so that a change of the shipped file is noticed here. */
function replaceEach(text: string, pairs: readonly (readonly [string, string])[]): string {
  let replaced = text;
  for (const [from, to] of pairs) {
    if (replaced.split(from).length !== 2) throw new Error(`${SHIPPED} does not say "${from.trim()}" once`);
    replaced = replaced.replace(from, to);
  }
  return replaced;
}

function isListening(port: number): Promise<boolean> {
  const socket = net.connect(port, HOST);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  }).then((isThere) => {
    socket.destroy();
    return isThere as boolean;
  });
}
