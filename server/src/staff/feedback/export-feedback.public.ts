import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

/** Does not export which staff member answered. */
export async function exportFeedbackOf(db: Db, userId: number): Promise<ExportedData> {
  return {
    messages: iteratePages<{ id: number }>((after, limit) =>
      db
        .selectFrom('feedback')
        .select(({ eb }) => [
          'id',
          'email',
          'message',
          eb('staff_id', 'is not', null).as('is_answer'),
          'seen_at',
          'created_at',
        ])
        .where('user_id', '=', userId)
        .where('id', '>', after?.id ?? 0)
        .orderBy('id')
        .limit(limit)
        .execute(),
    ),
  };
}
