import pg from 'pg';
import { onServerError, streamOf } from './client-stream.ts';
import type { DatabaseServer } from './database-server.ts';
import type { DatabaseWatch } from './database-watch.ts';
import { CONNECTION_MS } from './wait-limits.ts';

type Connected = ((error: Error) => void) & ((error: null, client: pg.Client) => void);

/** SQLSTATE of a write to a standby, or to a server whose disk an administrator protects. */
const READ_ONLY = '25006';

/**
 * Connections of a pool that lead to the server of the wanted kind, are watched from their first packet, and are refused
 * while the server is silent.
 */
export function watchedClient(
  server: DatabaseServer,
  watch: DatabaseWatch,
): new (
  config?: pg.ClientConfig,
) => pg.Client {
  return class WatchedClient extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connecting = this.#open();
      if (callback === undefined) return connecting;
      connecting.then(() => callback(null, this), callback);
      return undefined;
    }

    async #open(): Promise<pg.Client> {
      watch.refuseWhileSilent();
      Object.assign(this, await server.findHost());
      watch.add(this);
      this.once('end', () => watch.remove(this));
      watch.started(this, CONNECTION_MS);
      try {
        await super.connect();
      } catch (error) {
        watch.remove(this);
        server.distrust();
        throw error;
      }
      watch.ended(this);
      this.on('error', () => server.distrust());
      onServerError(this, (code) => {
        if (code !== READ_ONLY || server.kind === 'standby') return;
        // With an error, of which the pool hears before it has the connection back; of a mere end it hears later.
        streamOf(this).destroy(Object.assign(new Error('a server that takes no writes is left'), { code: READ_ONLY }));
      });
      return this;
    }
  };
}

/** Tells the watch of each statement of a connection, and of its end. */
export function watchStatements(client: pg.PoolClient, watch: DatabaseWatch, maxMs: number): void {
  const query = client.query.bind(client) as (...rest: unknown[]) => unknown;
  const watched = (...rest: unknown[]): unknown => {
    watch.started(client, maxMs);
    return query(...rest);
  };
  client.query = watched as typeof client.query;
  client.on('drain', () => watch.ended(client));
}
