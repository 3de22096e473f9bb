import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import type { musicApi } from '@app/contract/publishing/music';
import { sql } from 'kysely';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { reinstateRecording } from './take-down.public.ts';

interface Row {
  id: number;
  title: string;
  artist: string;
  holder: string;
  created_at: Date;
  restored_at: Date | null;
}

export async function listTakedowns(
  db: Db,
  { page, size }: QueryOf<(typeof musicApi)['takedowns']>,
): Promise<ResponseOf<(typeof musicApi)['takedowns']>> {
  const [listed, counted] = await Promise.all([
    sql<Row>`
      select id, title, artist, holder, created_at, restored_at from takedowns
      order by id desc limit ${size} offset ${(page - 1) * size}`.execute(db),
    sql<{ total: number }>`select count(*) as total from takedowns`.execute(db),
  ]);
  return {
    list: listed.rows.map(({ created_at, restored_at, ...row }) => ({
      ...row,
      timestamp: created_at.toISOString(),
      restored: restored_at?.toISOString() ?? null,
    })),
    total: counted.rows[0]?.total ?? 0,
  };
}

export async function restoreRecording(
  services: Services,
  viewer: SignedInViewer,
  id: number,
): Promise<{ id: number }> {
  const { db, clock } = services;
  await db.transaction().execute(async (tx) => {
    // Notifications are the last step of a transaction.
    await recordStaffAction(tx, viewer, clock(), { action: 'music.restore', object: `takedown:${id}` });
    if (await reinstateRecording(services, tx, id, viewer.userId)) return;
    const known = await tx.selectFrom('takedowns').select('id').where('id', '=', id).executeTakeFirst();
    throw new Failure(known === undefined ? 'not_found' : 'conflict');
  });
  return { id };
}
