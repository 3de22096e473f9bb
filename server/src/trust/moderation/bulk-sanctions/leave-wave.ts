import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/services.ts';
import { readObject } from '../moderated-thing.public.ts';

interface Left {
  wave_id: number;
  hidden: string[];
  staff_id: number;
  reason: string;
  created_at: Date;
}

/**
 * The measure by which a wave suspended somebody is taken back: what the wave hid of theirs appears, and what rules had found of them
 * waits again. Nothing where no wave decided it. The caller holds the person.
 */
export async function leaveWave(services: Services, tx: Tx, userId: number, measureId: number): Promise<void> {
  const { rows } = await sql<Left>`
    update wave_accounts a set state = 'undone' from waves w
    where w.id = a.wave_id and a.user_id = ${userId} and a.measure_id = ${measureId} and a.state = 'done'
    returning a.wave_id, a.hidden, w.staff_id, w.reason, w.created_at`.execute(tx);
  for (const left of rows) {
    for (const object of left.hidden) {
      const { kind, id } = readObject(object);
      const thing = services.moderatedThings[kind];
      await thing?.lock?.(tx, id);
      await thing?.restore?.(services, tx, id, left.staff_id);
    }
    await reopenFound(tx, userId, left);
  }
}

async function reopenFound(tx: Tx, userId: number, { staff_id, reason, created_at }: Left): Promise<void> {
  await sql`
    update moderation_cases c set state = 'reopened', resolved_by = null, resolved_at = null, outcome = '', resolution = ''
    where c.about_user_id = ${userId} and c.kind in ('rule', 'hold') and c.state = 'resolved' and c.outcome = 'suspend'
      and c.resolved_by = ${staff_id} and c.resolved_at >= ${created_at} and c.resolution = ${reason}
      and not exists (
        select from moderation_cases o where o.kind = c.kind and o.object = c.object and o.state <> 'resolved')`.execute(
    tx,
  );
}
