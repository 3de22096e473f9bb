import pg from 'pg';
import type { DatabaseServer } from '../database/database-server.ts';
import { CONNECTION_MS } from '../database/wait-limits.ts';
import { type Bus, type BusHandlers, retryUntilAborted } from './bus.ts';

interface PostgresBusParts extends BusHandlers {
  pool: pg.Pool;
  server: DatabaseServer;
}

const CHANNEL = 'live';
const CHECK_MS = 3000;
const NOTIFY = `select pg_notify('${CHANNEL}', letter) from unnest($1::text[]) as letter`;

/** Bus on LISTEN and NOTIFY: nothing to install, one dedicated connection per node. */
export function createPostgresBus({ pool, server, onMessage, onDisconnected, onReconnected }: PostgresBusParts): Bus {
  let isClosed = false;
  // Connected with the first listener: a node without sockets needs no listening connection.
  let opening: Promise<void> | undefined;
  let listener: pg.Client | undefined;

  async function listen(): Promise<void> {
    let opened: pg.Client | undefined;
    opened = await openListener(server, onMessage, (reason) => {
      if (opened !== undefined && listener === opened) lose(reason);
    });
    if (isClosed) await opened.end();
    else listener = opened;
  }

  function lose(reason: string): void {
    listener = undefined;
    server.distrust();
    if (isClosed) return;
    onDisconnected(reason);
    opening = retryUntilAborted(listen, () => !isClosed).then((isBack) => {
      if (isBack) onReconnected();
    });
  }

  return {
    isTransactional: true,
    async send(messages) {
      await pool.query(NOTIFY, [messages]);
    },
    open() {
      if (opening !== undefined) return opening;
      const first = listen();
      opening = first;
      first.catch(() => {
        if (opening === first) opening = undefined;
      });
      return first;
    },
    isUp: () => listener !== undefined,
    async check() {
      const client = listener;
      if (client === undefined) return;
      // A graceful end would wait for a server that no longer responds.
      const late = setTimeout(() => client.connection.stream.destroy(new Error('no answer')), CHECK_MS);
      await client.query('select 1').catch(() => {});
      clearTimeout(late);
    },
    async close() {
      isClosed = true;
      await opening?.catch(() => {});
      await listener?.end();
      listener = undefined;
    },
  };
}

async function openListener(
  server: DatabaseServer,
  onMessage: (message: string) => void,
  lost: (reason: string) => void,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...clientOptions(await server.reach()),
    application_name: 'okolo-live',
    connectionTimeoutMillis: CONNECTION_MS,
    keepAlive: true,
  });
  client.on('notification', ({ payload = '' }) => onMessage(payload));
  client.on('error', ({ message }) => lost(message));
  client.on('end', () => lost('the connection ended'));
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
  } catch (error) {
    server.distrust();
    client.end().catch(() => {});
    throw error;
  }
  return client;
}

function clientOptions({ max: _max, Client: _Client, ...options }: pg.PoolConfig): pg.ClientConfig {
  return options;
}
