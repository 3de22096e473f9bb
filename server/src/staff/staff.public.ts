import type { Tx } from '../database.ts';

/** Erase what staff wrote about a person when they asked for something, before the person is erased. That it was asked stays. */
export async function forgetApprovals(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('approvals').set({ reason: '', answer: '' }).where('about_user_id', '=', userId).execute();
}
