import type { Tx } from '../../platform/database/tables.ts';
import { gatherNotices } from './gather-notices.ts';
import type { Notice } from './notice.ts';
import { claimKeys } from './notifications.queries.ts';

/** What a bell told in the past. */
export interface DemoNotice {
  notice: Notice;
  at: Date;
  isRead: boolean;
}

/** Fill bells, the oldest news first; nobody's pages are told. */
export async function insertDemoNotices(tx: Tx, notices: readonly DemoNotice[]): Promise<void> {
  const rows = notices.flatMap(({ notice, at, isRead }) =>
    gatherNotices([notice]).map((row) => ({
      user_id: row.userId,
      kind: row.kind,
      actor_id: row.actorId,
      actor_ids: [...row.actorIds],
      board_id: row.boardId,
      link: row.link,
      details: JSON.stringify(row.details),
      group_key: row.groupKey,
      event_count: row.events,
      created_at: at,
      read_at: isRead ? at : null,
    })),
  );
  if (rows.length > 0) await tx.insertInto('notifications').values(rows).execute();
  const told = notices.flatMap(({ notice: { userId, dedupe } }) => (dedupe ? [{ userId, key: dedupe }] : []));
  const [newest] = notices.slice(-1);
  if (newest !== undefined) await claimKeys(tx, told, newest.at);
}
