import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

export async function exportEmailPreferencesOf(db: Db, userId: number): Promise<ExportedData> {
  return {
    stopped_letters: iteratePages<{ kind: string; about_id: number }>((after, limit) =>
      db
        .selectFrom('email_unsubscribes')
        .select(['kind', 'about_id', 'created_at'])
        .where('user_id', '=', userId)
        .$if(after !== undefined, (query) =>
          query.where((is) =>
            is.or([
              is('kind', '>', (after?.kind ?? 'favorites') as 'favorites'),
              is.and([
                is('kind', '=', (after?.kind ?? 'favorites') as 'favorites'),
                is('about_id', '>', after?.about_id ?? 0),
              ]),
            ]),
          ),
        )
        .orderBy('kind')
        .orderBy('about_id')
        .limit(limit)
        .execute(),
    ),
  };
}
