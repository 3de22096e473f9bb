import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { holdAccount, isStaffAccount } from '../../../people/users/accounts.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import type { Services } from '../../../platform/services.ts';
import { resolvedCase } from '../case-state.ts';
import { endMeasure, holdMeasure } from '../end-measure.ts';
import { imposeMeasure } from '../impose-measure.ts';
import { readObject } from '../moderated-thing.public.ts';
import { leaveWave } from './leave-wave.ts';
import type { WavesTable } from './waves.tables.ts';

const BATCH = 20;
/** Comments of one account that are hidden with it: nobody writes more before they are found. */
const COMMENTS_MAX = 500;

type WaveRow = Selectable<WavesTable>;

/**
 * Do to the accounts of a wave what was decided, or take it back, some at a time. How far it has come is kept with each account:
 * stopped anywhere, it goes on from there.
 */
export const runWave = defineJob({
  name: 'run-wave',
  payload: z.object({ wave_id: z.number().int() }),
  run: async (services: Services, { wave_id }) => {
    while (await services.db.transaction().execute((tx) => runBatch(services, tx, wave_id)))
      services.publicCache.invalidate();
    services.publicCache.invalidate();
  },
});

/** True while there is more to do. The wave's row is held, so that taking it back waits for the batch that runs. */
async function runBatch(services: Services, tx: Tx, waveId: number): Promise<boolean> {
  const wave = await tx.selectFrom('waves').selectAll().where('id', '=', waveId).forUpdate().executeTakeFirst();
  if (wave?.state !== 'running' && wave?.state !== 'undoing') return false;
  const isUndone = wave.state === 'undoing';
  const accounts = await tx
    .selectFrom('wave_accounts')
    .select(['user_id', 'measure_id'])
    .where('wave_id', '=', waveId)
    .where('state', 'in', isUndone ? ['waiting', 'done'] : ['waiting'])
    .orderBy('user_id')
    .limit(BATCH)
    .execute();
  for (const account of accounts) {
    if (isUndone) await letGo(services, tx, wave, account);
    else await take(services, tx, wave, account.user_id);
  }
  if (accounts.length === BATCH) return true;
  const state = isUndone ? 'undone' : 'done';
  await tx.updateTable('waves').set({ state, finished_at: services.clock() }).where('id', '=', waveId).execute();
  return false;
}

async function take(services: Services, tx: Tx, wave: WaveRow, userId: number): Promise<void> {
  const account = await holdAccount(tx, userId);
  const row = tx.updateTable('wave_accounts').where('wave_id', '=', wave.id).where('user_id', '=', userId);
  if (account?.status !== 'active' || account.deleted_at !== null || isStaffAccount(account)) {
    await row.set({ state: 'skipped' }).execute();
    return;
  }
  const hidden = await hideComments(services, tx, wave, userId);
  const measure_id = await imposeMeasure(services, tx, {
    userId,
    kind: 'suspend',
    object: '',
    caseId: null,
    rule: 'spam',
    reason: wave.reason,
    evidence: {},
    decidedBy: wave.staff_id,
  });
  await closeFound(services, tx, wave, userId);
  await row.set({ state: 'done', measure_id, hidden }).execute();
}

/** Ads, publications and the page go with the account; what it shows on pages of others is hidden one by one. */
async function hideComments(services: Services, tx: Tx, wave: WaveRow, userId: number): Promise<string[]> {
  const { rows } = await sql<{ object: string }>`
    (select 'comment:' || id as object from comments
      where user_id = ${userId} and deleted_at is null and not hidden order by id desc limit ${COMMENTS_MAX})
    union all
    (select 'publication_comment:' || id from publication_comments
      where user_id = ${userId} and deleted_at is null and not hidden order by id desc limit ${COMMENTS_MAX})`.execute(
    tx,
  );
  const hidden: string[] = [];
  const hiding = { reason: wave.reason, holder: '', decidedBy: wave.staff_id };
  for (const { object } of rows) {
    const { kind, id } = readObject(object);
    const thing = services.moderatedThings[kind];
    await thing?.lock?.(tx, id);
    if (await thing?.hide?.(services, tx, id, hiding)) hidden.push(object);
  }
  return hidden;
}

/** What rules found of the person is decided with them. Complaints are not: whoever complained waits for an answer. */
async function closeFound({ clock }: Services, tx: Tx, wave: WaveRow, userId: number): Promise<void> {
  await tx
    .updateTable('moderation_cases')
    .set(resolvedCase({ by: wave.staff_id, outcome: 'suspend', resolution: wave.reason, now: clock() }))
    .where('about_user_id', '=', userId)
    .where('kind', 'in', ['rule', 'hold'])
    .where('state', '<>', 'resolved')
    .execute();
}

interface Taken {
  user_id: number;
  measure_id: number | null;
}

async function letGo(services: Services, tx: Tx, wave: WaveRow, { user_id, measure_id }: Taken): Promise<void> {
  await holdAccount(tx, user_id);
  const measure = measure_id === null ? undefined : await holdMeasure(tx, measure_id);
  // Who was let in meanwhile, by an appeal, has heard so.
  if (measure?.ended_at === null)
    await endMeasure(services, tx, measure, { what: 'lifted', answer: '', by: wave.staff_id });
  else if (measure !== undefined) await leaveWave(services, tx, user_id, measure.id);
  await tx
    .updateTable('wave_accounts')
    .set({ state: 'undone' })
    .where('wave_id', '=', wave.id)
    .where('user_id', '=', user_id)
    .execute();
}
