import { sql } from 'kysely';
import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { releaseCallFiles } from '../chat-files/chat-files.public.ts';

const RETENTION_MS = 365 * 86_400_000;
const BATCH = 200;

export const sweepCalls = defineJob({
  name: 'sweep-calls',
  payload: z.object({}),
  run: async (services: Services) => {
    while ((await sweep(services)) === BATCH);
  },
});

function sweep({ db, clock }: Services): Promise<number> {
  const before = new Date(clock().getTime() - RETENTION_MS);
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from calls where ended_at < ${before} order by ended_at limit ${BATCH} for update skip locked`.execute(
      tx,
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    const messages = await tx.selectFrom('call_messages').select('id').where('call_id', 'in', ids).execute();
    await releaseCallFiles(
      tx,
      messages.map(({ id }) => id),
    );
    await tx.deleteFrom('calls').where('id', 'in', ids).execute();
    return ids.length;
  });
}
