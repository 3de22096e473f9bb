import type { Notice } from './notice.ts';
import type { NewNotification } from './notifications.queries.ts';

/** What tells of the same thing: one row as long as nobody has read it. */
function groupKeyOf(notice: Notice): string | null {
  switch (notice.kind) {
    case 'comment':
    case 'reply':
      if (notice.publishId !== undefined) return `${notice.kind}:publication:${notice.publishId}`;
      return notice.boardId === undefined ? null : `${notice.kind}:${notice.boardId}`;
    case 'price_drop':
    case 'phone_revealed':
      return notice.boardId === undefined ? null : `${notice.kind}:${notice.boardId}`;
    case 'saved_search':
      return `saved_search:${notice.link}`;
    case 'subscriber':
    case 'friend_request':
    case 'referral_joined':
      return notice.kind;
    case 'like':
      return `like:${notice.link}`;
    case 'missed_call':
      return notice.actorId === undefined ? null : `missed_call:${notice.actorId}`;
    default:
      return null;
  }
}

/** One row for all of a batch that belongs together: a statement cannot add to the same row twice. */
export function gatherNotices(notices: readonly Notice[]): NewNotification[] {
  const rows: NewNotification[] = [];
  const groups = new Map<string, NewNotification>();
  for (const notice of notices) {
    const groupKey = groupKeyOf(notice);
    const known = groupKey === null ? undefined : groups.get(`${notice.userId} ${groupKey}`);
    const actorIds = notice.actorId === undefined ? [] : [notice.actorId];
    const row: NewNotification = {
      userId: notice.userId,
      kind: notice.kind,
      actorId: notice.actorId ?? null,
      actorIds: [...new Set([...(known?.actorIds ?? []), ...actorIds])],
      boardId: notice.boardId ?? null,
      link: notice.link,
      details: { ...notice.values },
      groupKey,
      events: (known?.events ?? 0) + (notice.kind === 'saved_search' ? notice.values.count : 1),
    };
    if (known !== undefined) Object.assign(known, row);
    else {
      rows.push(row);
      if (groupKey !== null) groups.set(`${notice.userId} ${groupKey}`, row);
    }
  }
  // In one order for all: two transactions may add to several rows of the same person.
  return rows.sort((a, b) => a.userId - b.userId || compareKeys(a.groupKey ?? '', b.groupKey ?? ''));
}

const compareKeys = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
