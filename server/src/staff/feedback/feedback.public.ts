import type { Tx } from '../../platform/database/tables.ts';
import { deleteFeedback, insertFeedback } from './feedback.queries.ts';

export async function eraseFeedback(tx: Tx, userId: number): Promise<void> {
  await deleteFeedback(tx, userId);
}

export async function insertDemoFeedback(
  tx: Tx,
  row: { user_id: number; email: string; message: string; created_at: Date },
): Promise<void> {
  await insertFeedback(tx, row);
}
