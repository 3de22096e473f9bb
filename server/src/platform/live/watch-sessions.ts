import { CLOSE_CODES } from '@app/contract/platform/socket';
import type { Sessions } from '../http/viewer.ts';
import { isGuest } from './guests.ts';
import type { Connection } from './socket-connection.ts';

interface WatchOptions {
  sessions: Sessions;
  connections: ReadonlySet<Connection>;
  onDatabaseGone(): void;
}

const DATABASE_GONE_MS = 3000;
/** Sessions per query, so that neither the node nor the database is blocked for long. */
const SESSIONS_PER_QUERY = 2000;

/**
 * Closes the sockets of ended sessions: signed out, password changed, expired, suspended. Polling the database covers
 * every way a session ends, and detects an unavailable database.
 */
export function watchSessions({ sessions, connections, onDatabaseGone }: WatchOptions): () => void {
  let isChecking = false;
  let answeredAt = Date.now();

  async function checkSessions(): Promise<void> {
    const ids = new Set<number>();
    for (const { viewer } of connections) if (!isGuest(viewer)) ids.add(viewer.sessionId);
    const all = [...ids];
    const ended = new Set<number>();
    for (let i = 0; i < all.length; i += SESSIONS_PER_QUERY) {
      for (const id of await sessions.listEnded(all.slice(i, i + SESSIONS_PER_QUERY))) ended.add(id);
      answeredAt = Date.now();
    }
    if (ended.size === 0) return;
    for (const connection of connections) {
      if (ended.has(connection.viewer.sessionId)) connection.close(CLOSE_CODES.signedOut, 'signed out');
    }
  }

  return () => {
    if (connections.size === 0) {
      answeredAt = Date.now();
      return;
    }
    if (Date.now() - answeredAt > DATABASE_GONE_MS) onDatabaseGone();
    if (isChecking) return;
    isChecking = true;
    const onChecked = (): void => {
      isChecking = false;
    };
    checkSessions().then(onChecked, onChecked);
  };
}
