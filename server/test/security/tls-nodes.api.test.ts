import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get as getPlain } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { MEDIA_SOCKET_PATH } from '@app/contract/live/media-room';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startJobsHealth } from '../../src/health-server.ts';
import { NodeApiClient } from '../../src/live/media-rooms/node-api-client.ts';
import type { Config } from '../../src/platform/config.ts';
import { findFreePort } from '../free-port.ts';
import { MEDIA_SECRET, type RunningMedia, runMedia } from '../media/media-process.ts';
import { startAnotherNode } from '../nodes.ts';
import { issueByOwnAuthority, type OwnAuthority } from '../own-certificate.ts';
import { createWorld, type World } from '../world.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'okolo-tls-nodes-'));
const own: OwnAuthority = issueByOwnAuthority(folder, 'own');
const other: OwnAuthority = issueByOwnAuthority(folder, 'other');
const ca = readFileSync(own.ca, 'utf8');
const filesOf = ({ certificate, key }: OwnAuthority) => ({ certFile: certificate, keyFile: key });

let media: RunningMedia;
let world: World;
let port: number;
beforeAll(async () => {
  media = await runMedia(path.join(folder, 'media'), filesOf(own));
  world = await createWorld({
    environment: {
      ...{ TLS_CERT_FILE: own.certificate, TLS_KEY_FILE: own.key },
      ...{ MEDIA_PORT: String(media.port), MEDIA_SECRET },
    },
  });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  port = (world.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await world.close();
  await media.close();
  rmSync(folder, { recursive: true });
});

async function ask(address: string): Promise<{ status: number | undefined; body: string }> {
  const [response] = await once(get(address, { ca, agent: false }), 'response');
  return { status: response.statusCode, body: await text(response) };
}

/** What an app node with these settings hears of the media node beside it. */
const segmentsBy = (config: Config): Promise<unknown> =>
  new NodeApiClient(
    config,
    async () => MEDIA_SECRET,
    () => new Date(),
  ).listSegments(`wss://127.0.0.1:${media.port}`);

async function askPlainly(ofPort: number): Promise<unknown> {
  const asked = getPlain({ host: '127.0.0.1', port: ofPort, path: '/healthz', agent: false });
  return Promise.race([
    once(asked, 'error').then(([error]) => error),
    once(asked, 'response').then(([response]) => response.resume().statusCode),
  ]);
}

test('a node with a certificate answers calls, pages from memory too, by HTTPS alone', async () => {
  expect(world.services.config.publicUrl).toBe('https://localhost:3000');
  expect((await ask(`https://localhost:${port}/healthz`)).status).toBe(200);
  const list = `https://localhost:${port}/api/boards/enabled`;
  const [first, second] = [await ask(list), await ask(list)];
  expect([first.status, second.body]).toEqual([200, first.body]);
  expect(await askPlainly(port)).toBeInstanceOf(Error);
});

test('health and metrics of a process without pages are read by HTTPS alone', async () => {
  const healthPort = await findFreePort();
  const stop = await startJobsHealth(world.services, healthPort);
  expect((await ask(`https://localhost:${healthPort}/readyz`)).status).toBe(200);
  expect(await askPlainly(healthPort)).toBeInstanceOf(Error);
  await stop();
});

test('the media node beside shows the certificate of this machine, and the node speaks to no other', async () => {
  const leave = await world.services.mediaRooms.watch();
  await expect.poll(() => world.services.mediaRooms.isUp(), { timeout: 20_000 }).toBe(true);
  expect(await segmentsBy(world.services.config)).toEqual([]);
  leave();

  const deceived = await startAnotherNode(world, { config: { tls: filesOf(other) } });
  const leaveOther = await deceived.services.mediaRooms.watch();
  await expect(segmentsBy(deceived.services.config)).rejects.toThrow(/certificate/);
  expect(deceived.services.mediaRooms.isUp()).toBe(false);
  leaveOther();
  await deceived.close();
});

test('sockets of calls reach the media node through the port of the site', async () => {
  const socket = new WebSocket(`wss://localhost:${port}${MEDIA_SOCKET_PATH}`, { ca });
  await once(socket, 'open');
  socket.close();
  await once(socket, 'close');
});
