import type { NotificationInput } from './notification-input.ts';
import type { NewNotification } from './notifications.queries.ts';

function groupKeyOf(input: NotificationInput): string | null {
  switch (input.kind) {
    case 'comment':
    case 'reply':
      if (input.publishId !== undefined) return `${input.kind}:publication:${input.publishId}`;
      return input.boardId === undefined ? null : `${input.kind}:${input.boardId}`;
    case 'price_drop':
    case 'phone_revealed':
      return input.boardId === undefined ? null : `${input.kind}:${input.boardId}`;
    case 'saved_search':
      return `saved_search:${input.link}`;
    case 'subscriber':
    case 'friend_request':
    case 'referral_joined':
      return input.kind;
    case 'like':
      return `like:${input.link}`;
    case 'missed_call':
      return input.actorId === undefined ? null : `missed_call:${input.actorId}`;
    default:
      return null;
  }
}

/** Merges inputs of the same group into one row, because a statement cannot update the same row twice. */
export function groupNotifications(inputs: readonly NotificationInput[]): NewNotification[] {
  const rows: NewNotification[] = [];
  const groups = new Map<string, NewNotification>();
  for (const input of inputs) {
    const groupKey = groupKeyOf(input);
    const existing = groupKey === null ? undefined : groups.get(`${input.userId} ${groupKey}`);
    const actorIds = input.actorId === undefined ? [] : [input.actorId];
    const row: NewNotification = {
      userId: input.userId,
      kind: input.kind,
      actorId: input.actorId ?? null,
      actorIds: [...new Set([...(existing?.actorIds ?? []), ...actorIds])],
      boardId: input.boardId ?? null,
      link: input.link,
      details: { ...input.values },
      groupKey,
      events: (existing?.events ?? 0) + (input.kind === 'saved_search' ? input.values.count : 1),
    };
    if (existing !== undefined) Object.assign(existing, row);
    else {
      rows.push(row);
      if (groupKey !== null) groups.set(`${input.userId} ${groupKey}`, row);
    }
  }
  // Sorted, so that concurrent transactions lock several rows of a user in the same order.
  return rows.sort((a, b) => a.userId - b.userId || compareKeys(a.groupKey ?? '', b.groupKey ?? ''));
}

const compareKeys = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
