import type { Tx } from '../database.ts';
import { deleteFeedback } from './feedback.queries.ts';

/** Before a person is erased: what they wrote to us goes with them. */
export async function forgetFeedback(tx: Tx, userId: number): Promise<void> {
  await deleteFeedback(tx, userId);
}
