import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../../server/test/free-port.ts';
import { createServer, type ServerProcess, until } from './server-process.ts';

const run = promisify(execFile);

const HOST = '127.0.0.1';
const NAME = 'okolo';
const SENTINELS = 3;
const QUORUM = 2;
/** Milliseconds after which Sentinel believes that a silent server is down, and that a failover failed. */
const DOWN_MS = 1000;
const FAILOVER_MS = 5000;
const START_MS = 30_000;
const COMMAND_MS = 2000;

/** A master and a replica of Redis, watched by three Sentinels. */
export interface RedisGroup {
  url: string;
  master(): Promise<ServerProcess>;
  /** Waits until Sentinel has made another server the master. */
  promoted(old: ServerProcess): Promise<void>;
  /** Waits until there is a master with a replica that follows. */
  whole(): Promise<void>;
  pids(): number[];
}

export async function startRedisGroup(folder: string, closing: (() => Promise<void>)[]): Promise<RedisGroup> {
  const ports = [await findFreePort(), await findFreePort()] as const;
  const plain = (port: number): string[] => [
    '--port',
    String(port),
    '--bind',
    HOST,
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const place = (port: number, flags: readonly string[]): ServerProcess =>
    createServer({ program: 'redis-server', arguments: flags, log: path.join(folder, `redis-${port}.log`) });
  const servers = ports.map((port, i) =>
    place(port, [...plain(port), ...(i === 0 ? [] : ['--replicaof', HOST, String(ports[0])])]),
  );
  const sentinels: { port: number; process: ServerProcess }[] = [];
  closing.push(async () => {
    for (const one of [...sentinels.map(({ process: sentinel }) => sentinel), ...servers]) await one.kill();
  });
  for (const server of servers) server.start();
  for (let i = 0; i < SENTINELS; i++) {
    const port = await findFreePort();
    const file = path.join(folder, `sentinel-${port}.conf`);
    writeFileSync(file, sentinelSettings(port, ports[0]));
    sentinels.push({ port, process: place(port, [file, '--sentinel']) });
  }
  for (const { process: sentinel } of sentinels) sentinel.start();

  const command = async (port: number, ...words: string[]): Promise<string> =>
    (await run('redis-cli', ['-p', String(port), ...words], { encoding: 'utf8', timeout: COMMAND_MS })).stdout;
  const masterPort = async (): Promise<number> =>
    Number((await command(sentinels[0]?.port ?? 0, 'sentinel', 'get-master-addr-by-name', NAME)).split('\n')[1]);
  const master = async (): Promise<ServerProcess> => {
    const server = servers[ports.indexOf(await masterPort())];
    if (server === undefined) throw new Error('Sentinel names no server of the group');
    return server;
  };
  const group: RedisGroup = {
    url: `redis+sentinel://${sentinels.map(({ port }) => `${HOST}:${port}`).join(',')}/${NAME}`,
    master,
    promoted: (old) => until('Sentinel promotes a replica', async () => (await master()) !== old, START_MS),
    whole: () =>
      until(
        'Redis has a replica',
        async () => {
          const port = await masterPort();
          const following = /role:master[\s\S]*connected_slaves:1[\s\S]*state=online/;
          const known = await command(sentinels[0]?.port ?? 0, 'sentinel', 'ckquorum', NAME);
          return following.test(await command(port, 'info', 'replication')) && known.startsWith(`OK ${SENTINELS}`);
        },
        START_MS,
        200,
      ),
    pids: () => [...servers, ...sentinels.map(({ process: sentinel }) => sentinel)].map((one) => one.pid()),
  };
  await group.whole();
  return group;
}

const sentinelSettings = (port: number, masterPort: number): string => `
port ${port}
bind ${HOST}
sentinel monitor ${NAME} ${HOST} ${masterPort} ${QUORUM}
sentinel down-after-milliseconds ${NAME} ${DOWN_MS}
sentinel failover-timeout ${NAME} ${FAILOVER_MS}
`;
