import type { BodyOf } from '@app/contract/platform/endpoint';
import { WAVE_MAX, type Wave, type wavesApi } from '@app/contract/trust/rules';
import { noteAction } from '../../../platform/audit-log/note-action.public.ts';
import { Failure } from '../../../platform/failure.ts';
import { type IdempotencyKey, once } from '../../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import type { Services } from '../../../platform/services.ts';
import { runWave } from './run-wave.job.ts';
import { findTaken } from './wave-groups.ts';
import { getWave, undoUntil } from './waves.queries.ts';

/**
 * Suspend a whole group and hide what it published. Whom it takes is settled now, and each is written into the log; the doing is a
 * job's. The group is refused when it is another by now than the one that the moderator saw.
 */
export async function startWave(
  services: Services,
  viewer: SignedInViewer,
  draft: BodyOf<(typeof wavesApi)['start']>,
  idempotency: IdempotencyKey | undefined,
): Promise<Wave> {
  const { db, clock, queue } = services;
  const { by, value, days, reason, expected } = draft;
  const now = clock();
  const { id } = await db.transaction().execute((tx) =>
    once(tx, idempotency, async () => {
      const exceptIds = draft.except_ids;
      const taken = await findTaken(tx, now, {
        by,
        value,
        days,
        exceptIds,
        withTrusted: draft.with_trusted === 1,
        limit: WAVE_MAX + 1,
      });
      if (taken.length !== expected) throw new Failure('conflict', { details: { accounts: taken.length } });
      const { id } = await tx
        .insertInto('waves')
        .values({ staff_id: viewer.userId, shared: by, value, reason, total: taken.length, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('wave_accounts')
        .values(taken.map((account) => ({ wave_id: id, user_id: account.id, measure_id: null })))
        .execute();
      const object = `wave:${id}`;
      await noteAction(tx, viewer, now, {
        action: 'moderation.wave',
        object,
        details: { by, value, accounts: taken.length },
      });
      for (const account of taken)
        await noteAction(tx, viewer, now, {
          action: 'users.suspend',
          object,
          aboutUserId: account.id,
          details: { by },
        });
      await queue.add(tx, runWave, { wave_id: id }, { key: object });
      return id;
    }),
  );
  return getWave(db, clock(), id);
}

/** Take it back as a whole while there is time: whoever was suspended is let in, and what was hidden appears. */
export async function undoWave(services: Services, viewer: SignedInViewer, id: number): Promise<Wave> {
  const { db, clock, queue } = services;
  const now = clock();
  await db.transaction().execute(async (tx) => {
    const wave = await tx.selectFrom('waves').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (wave === undefined) throw new Failure('not_found');
    const isOpen = wave.state === 'running' || wave.state === 'done';
    if (!isOpen || undoUntil(wave.created_at) <= now) throw new Failure('conflict');
    await tx.updateTable('waves').set({ state: 'undoing', finished_at: null }).where('id', '=', id).execute();
    const accounts = await tx
      .selectFrom('wave_accounts')
      .select('user_id')
      .where('wave_id', '=', id)
      .where('state', 'in', ['waiting', 'done'])
      .execute();
    const object = `wave:${id}`;
    await noteAction(tx, viewer, now, { action: 'moderation.undo_wave', object });
    for (const { user_id } of accounts)
      await noteAction(tx, viewer, now, { action: 'users.unsuspend', object, aboutUserId: user_id });
    await queue.add(tx, runWave, { wave_id: id }, { key: object });
  });
  return getWave(db, clock(), id);
}
