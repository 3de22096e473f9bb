import { createBatcher, memoizeByKey } from '../../platform/batches.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { ChatEventRef } from './publish-chat-event.ts';

interface Receipt {
  readerId: number;
  writerId: number;
  seq: number;
  isRead: boolean;
}

interface RecordedReceiptsRow {
  known_places: string[];
  recipient_ids: string[];
  about_ids: string[];
  event_seqs: string[] | null;
}

const RECORD_RECEIPTS = { name: 'mark-chats', text: 'select * from update_chat_receipts($1, $2, $3, $4, $5)' };
/** Receipts are not urgent, so they are written in batches. */
const TOGETHER = { max: 200, pauseMs: 60 };

const recorderOf = memoizeByKey((services: Services) =>
  createBatcher((receipts: readonly Receipt[]) => recordAll(services, receipts), TOGETHER),
);

/**
 * Records a receipt in a batch with concurrent ones. Receipts never move backwards, and an unchanged receipt publishes
 * nothing. Returns whether the chat exists.
 */
export const recordReceipt = (services: Services, receipt: Receipt): Promise<boolean> => recorderOf(services)(receipt);

async function recordAll({ pool, live }: Services, receipts: readonly Receipt[]): Promise<boolean[]> {
  const values = [
    receipts.map(({ readerId }) => readerId),
    receipts.map(({ writerId }) => writerId),
    receipts.map(({ seq }) => seq),
    receipts.map(({ isRead }) => isRead),
    live.isBusTransactional,
  ];
  const { rows } = await pool.query<RecordedReceiptsRow>({ ...RECORD_RECEIPTS, values });
  const { known_places = [], recipient_ids = [], about_ids = [], event_seqs = [] } = rows[0] ?? {};
  live.deliverStoredEvents(
    recipient_ids.map((id, i) => ({
      userId: Number(id),
      seq: Number(event_seqs?.[i]),
      event: { type: 'chat_marks', user_id: Number(about_ids[i]) } satisfies ChatEventRef,
    })),
  );
  const known = new Set(known_places.map(Number));
  return receipts.map((_, i) => known.has(i + 1));
}
