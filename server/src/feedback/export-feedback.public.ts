import type { Db } from '../database.ts';
import { type Exported, inPages } from '../platform/exported.ts';

/** What the person wrote to us. */
export async function exportFeedbackOf(db: Db, userId: number): Promise<Exported> {
  return {
    messages: inPages<{ id: number }>((after, limit) =>
      db
        .selectFrom('feedback')
        .select(['id', 'email', 'message', 'created_at'])
        .where('user_id', '=', userId)
        .where('id', '>', after?.id ?? 0)
        .orderBy('id')
        .limit(limit)
        .execute(),
    ),
  };
}
