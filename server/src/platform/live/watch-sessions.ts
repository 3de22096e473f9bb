import { CLOSED } from '@app/contract/platform/socket';
import type { Sessions } from '../http/viewer.ts';
import { isGuest } from './guests.ts';
import type { Connection } from './socket-connection.ts';

interface Watch {
  sessions: Sessions;
  connections: ReadonlySet<Connection>;
  onDatabaseGone(): void;
}

/** A node without its database for this long sends its people elsewhere. */
const DATABASE_GONE_MS = 3000;
/** Sessions in one question: neither the node nor the database stands still for it. */
const ASKED_AT_ONCE = 2000;

/**
 * Close the sockets of sessions that are over: signed out, replaced by a new password, expired, suspended. Asking the
 * database covers every way a session ends, and tells whether the database is there at all.
 */
export function watchSessions({ sessions, connections, onDatabaseGone }: Watch): () => void {
  let isAsking = false;
  let answeredAt = Date.now();

  async function ask(): Promise<void> {
    const ids = new Set<number>();
    for (const { viewer } of connections) if (!isGuest(viewer)) ids.add(viewer.sessionId);
    const all = [...ids];
    const ended = new Set<number>();
    for (let i = 0; i < all.length; i += ASKED_AT_ONCE) {
      for (const id of await sessions.listEnded(all.slice(i, i + ASKED_AT_ONCE))) ended.add(id);
      answeredAt = Date.now();
    }
    if (ended.size === 0) return;
    for (const connection of connections) {
      if (ended.has(connection.viewer.sessionId)) connection.close(CLOSED.sessionOver, 'signed out');
    }
  }

  return () => {
    if (connections.size === 0) {
      answeredAt = Date.now();
      return;
    }
    if (Date.now() - answeredAt > DATABASE_GONE_MS) onDatabaseGone();
    if (isAsking) return;
    isAsking = true;
    // A refusal counts as no answer.
    const asked = (): void => {
      isAsking = false;
    };
    ask().then(asked, asked);
  };
}
