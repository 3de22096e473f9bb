import type { Message } from '@app/contract/messaging/chat';
import type { Lang } from '@app/contract/platform/languages';
import { formatDate } from '../../../platform/format/format.ts';
import { daysAgo, formatDayAndMonth, isThisYear } from '../../../platform/format/format-time.ts';
import type { Outgoing, ThreadEntry } from '../engine/chat-types.ts';

/** Messages of one person within this time form a group. */
const TOGETHER_MS = 10 * 60_000;

export interface ThreadItem {
  key: string;
  message: Message | null;
  outgoing: Outgoing | null;
  mine: boolean;
  timestamp: string;
  startsDay: boolean;
  startsNew: boolean;
  isTail: boolean;
}

const timestampOf = (row: ThreadEntry): string =>
  'message' in row ? row.message.timestamp : new Date(row.outgoing.createdAt).toISOString();
const isMine = (row: ThreadEntry): boolean => !('message' in row) || row.message.mine === 1;

function isTogether(one: ThreadEntry, next: ThreadEntry): boolean {
  if (isMine(one) !== isMine(next)) return false;
  // Device clocks differ, so an unsent message always joins the group of the last one.
  return !('message' in next) || Math.abs(Date.parse(timestampOf(next)) - Date.parse(timestampOf(one))) < TOGETHER_MS;
}

/**
 * Converts rows to list items. A divider belongs to the message below it, so that the number of items changes only by
 * messages and older ones can be prepended without a jump.
 */
export function itemsOf(rows: readonly ThreadEntry[], firstUnreadSeq: number | null, hasOlder: boolean): ThreadItem[] {
  const isNewFrom = (row: ThreadEntry): boolean =>
    firstUnreadSeq !== null && 'message' in row && row.message.seq >= firstUnreadSeq;
  const first = rows.findIndex(isNewFrom);
  return rows.map((row, index) => {
    const previous = rows[index - 1];
    const next = rows[index + 1];
    const timestamp = timestampOf(row);
    const isNextApart =
      next === undefined ||
      !isTogether(row, next) ||
      index + 1 === first ||
      formatDate(timestampOf(next)) !== formatDate(timestamp);
    return {
      key: row.key,
      message: 'message' in row ? row.message : null,
      outgoing: 'message' in row ? null : row.outgoing,
      mine: isMine(row),
      timestamp,
      startsDay: previous === undefined ? !hasOlder : formatDate(timestampOf(previous)) !== formatDate(timestamp),
      startsNew: index === first && (index > 0 || hasOlder),
      isTail: isNextApart,
    };
  });
}

export const findFirstNew = (items: readonly ThreadItem[], firstUnreadSeq: number | null): ThreadItem | undefined =>
  firstUnreadSeq === null ? undefined : items.find(({ message }) => (message?.seq ?? 0) >= firstUnreadSeq);

/** Returns «18 ноября», with the year if it is not the current one; `today` and `yesterday` are text keys. */
export function dayOf(lang: Lang, timestamp: string, now: number): 'today' | 'yesterday' | { date: string } {
  const days = daysAgo(timestamp, now);
  if (days === 0) return 'today';
  if (days === 1) return 'yesterday';
  return { date: formatDayAndMonth(lang, timestamp, !isThisYear(timestamp, now)) };
}

export type Tick = 'sending' | 'sent' | 'delivered' | 'read' | 'failed';

export function tickOf(
  item: Pick<ThreadItem, 'message' | 'outgoing'>,
  receipts: { delivered_seq: number; read_seq: number } | null,
): Tick {
  if (item.outgoing) return item.outgoing.state === 'failed' ? 'failed' : 'sending';
  const seq = item.message?.seq ?? 0;
  if (receipts === null || seq === 0) return 'sent';
  if (seq <= receipts.read_seq) return 'read';
  return seq <= receipts.delivered_seq ? 'delivered' : 'sent';
}

/** Changes of the list since the previous render, used to keep the scroll position. */
export interface RowChange {
  /** Rows were added or removed before the first row. */
  shift: boolean;
  /** Changes when no row of the previous list is left. */
  epoch: number;
}

export function changeOf(
  before: readonly { key: string }[],
  now: readonly { key: string }[],
  epoch: number,
): RowChange {
  const [first] = before;
  if (first === undefined) return { shift: false, epoch };
  const place = now.findIndex(({ key }) => key === first.key);
  if (place > 0) return { shift: true, epoch };
  if (place === 0) return { shift: false, epoch };
  const known = new Set(before.map(({ key }) => key));
  const kept = now.findIndex(({ key }) => known.has(key));
  return kept < 0 ? { shift: false, epoch: epoch + 1 } : { shift: true, epoch };
}
