import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import dgram from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TurnClient } from '../../../test/media/turn-client.ts';
import { parseConfig } from '../../platform/config.ts';
import { iceServers } from './ice.public.ts';

const SECRET = 'a secret of the relay';
const CALL = 'abcdefghijklmnopqrstuv';
const NOW = new Date();

const config = parseConfig({
  STUN_URLS: 'stun:stun.example.com:3478',
  TURN_URLS: 'turn:turn.example.com:3478,turns:turn.example.com:5349?transport=tcp',
  TURN_SECRET: SECRET,
});

test('a call’s relay has a password for ten minutes, of one person and one call', () => {
  const [stun, turn] = iceServers(config, 7, CALL, NOW);
  expect(stun).toEqual({ urls: ['stun:stun.example.com:3478'] });
  const expiry = Math.floor(NOW.getTime() / 1000) + 600;
  expect(turn).toEqual({
    urls: ['turn:turn.example.com:3478', 'turns:turn.example.com:5349?transport=tcp'],
    username: `${expiry}:7-${CALL}`,
    credential: createHmac('sha1', SECRET).update(`${expiry}:7-${CALL}`).digest('base64'),
  });
  expect(iceServers(config, 8, CALL, NOW)[1]?.credential).not.toBe(turn?.credential);
  expect(iceServers(config, 7, 'another', NOW)[1]?.credential).not.toBe(turn?.credential);
});

test('where nothing is configured browsers are given nothing', () => {
  expect(iceServers(parseConfig({}), 7, CALL, NOW)).toEqual([]);
});

/** Runs against a real relay where coturn is installed (Debian: `apt install coturn`). */
const hasRelay = spawnSync('turnserver', ['--version']).error === undefined;

async function freePort(): Promise<number> {
  const socket = dgram.createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  const closed = once(socket, 'close');
  socket.close();
  await closed;
  return port;
}

if (hasRelay) {
  describe('with coturn and the configuration of the documentation', () => {
    const FRIEND = '127.1.2.3';
    const folder = mkdtempSync(path.join(os.tmpdir(), 'okolo-turn-'));
    const clients: TurnClient[] = [];
    let relay: ChildProcess;
    let port: number;

    beforeAll(async () => {
      port = await freePort();
      const written = readFileSync(
        path.resolve(import.meta.dirname, '../../../../docs/coturn/turnserver.conf'),
        'utf8',
      );
      const file = path.join(folder, 'turnserver.conf');
      const here = [
        'listening-ip=127.0.0.1',
        'relay-ip=127.0.0.1',
        `listening-port=${port}`,
        // Tests only use the loopback network, which coturn denies by default.
        'allow-loopback-peers',
        `allowed-peer-ip=${FRIEND}`,
        `pidfile=${path.join(folder, 'pid')}`,
        `userdb=${path.join(folder, 'turndb')}`,
        'no-tls',
        'no-dtls',
        'log-file=stdout',
      ];
      const own = written.replace('REPLACE-WITH-TURN_SECRET', SECRET).replace(/^listening-port=.*$/m, '');
      writeFileSync(file, [own, ...here].join('\n'));
      relay = spawn('turnserver', ['-c', file], { stdio: 'ignore', cwd: folder });
      const probe = await TurnClient.open(port, {});
      clients.push(probe);
      await probe.allocate();
    });

    afterAll(async () => {
      for (const client of clients) client.close();
      const gone = once(relay, 'exit');
      relay.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    });

    async function open(credentials: { username?: string; credential?: string } = {}): Promise<TurnClient> {
      const client = await TurnClient.open(port, credentials);
      clients.push(client);
      return client;
    }

    const own = (at = new Date()): { username?: string; credential?: string } =>
      iceServers(config, 7, CALL, at)[1] ?? {};

    test('a person of the call reaches the other one through the relay, both ways', async () => {
      const friend = dgram.createSocket('udp4').bind(0, FRIEND);
      await once(friend, 'listening');
      const client = await open(own());
      const relayed = await client.allocate();
      expect(relayed).toMatchObject({ host: '127.0.0.1' });
      expect(await client.permit(FRIEND, friend.address().port)).toBe(0);
      const heard: string[] = [];
      friend.on('message', (message, { port: from, address }) => {
        heard.push(message.toString());
        friend.send('back', from, address);
      });
      await expect
        .poll(() => {
          client.send(FRIEND, friend.address().port, 'there');
          return [heard.includes('there'), client.received.includes('back')];
        })
        .toEqual([true, true]);
      friend.close();
    });

    test('nobody reaches this machine or private networks through it', async () => {
      const client = await open(own());
      expect(await client.allocate()).toMatchObject({ host: '127.0.0.1' });
      for (const host of [
        '127.0.0.1',
        '10.0.0.1',
        '172.16.3.4',
        '192.168.1.1',
        '169.254.169.254',
        '100.64.0.1',
        '0.0.0.0',
      ]) {
        expect([host, await client.permit(host, 80)]).toEqual([host, 403]);
      }
    });

    test('a password that ran out, and one that somebody made up, open nothing', async () => {
      const expired = own(new Date(Date.now() - 11 * 60_000));
      const forged = { ...own(), credential: createHmac('sha1', 'a guess').update('x').digest('base64') };
      const longer = { ...own(), username: `${Math.floor(Date.now() / 1000) + 86_400}:7-${CALL}` };
      const nobody = { username: '', credential: '' };
      for (const credentials of [expired, forged, longer, nobody]) {
        expect(await (await open(credentials)).allocate()).toBe(401);
      }
    });
  });
}
