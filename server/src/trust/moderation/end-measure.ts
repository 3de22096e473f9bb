import type { Selectable } from 'kysely';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import { findAccount, holdAccount, letReturn } from '../../people/users/accounts.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';
import { leaveWave } from './bulk-sanctions/leave-wave.ts';
import { MEASURES_PAGE } from './impose-measure.ts';
import { readObject } from './moderated-thing.public.ts';
import type { MeasuresTable } from './moderation.tables.ts';

export type MeasureRow = Selectable<MeasuresTable>;

/** A measure as it is now, held. */
export function holdMeasure(tx: Tx, id: number): Promise<MeasureRow | undefined> {
  return tx.selectFrom('measures').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** What ending a measure changes is held before the measure itself, as everybody does: its person, and what it hides. */
export async function holdConcerned(services: Services, tx: Tx, id: number): Promise<void> {
  const measure = await tx
    .selectFrom('measures')
    .select(['kind', 'user_id', 'object'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (measure === undefined) return;
  if (measure.kind === 'suspend') await holdAccount(tx, measure.user_id);
  if (measure.kind !== 'hide') return;
  const thing = readObject(measure.object);
  await services.moderatedThings[thing.kind]?.lock?.(tx, thing.id);
}

export interface Ending {
  /** `over`: its date came, `lifted`: staff took it back, `kept`: they looked again and it stays. */
  what: 'over' | 'lifted' | 'kept';
  /** A word of staff to the person; '' where there is none. */
  answer: string;
  by: number | null;
}

/** End a measure that the caller holds: what it hid appears again, whom it kept out is let in. */
export async function endMeasure(services: Services, tx: Tx, measure: MeasureRow, ending: Ending): Promise<void> {
  const now = services.clock();
  const { id, user_id: userId, kind, object } = measure;
  const answer = ending.answer === '' ? {} : { answer: ending.answer };
  const isLifted = ending.what === 'lifted';
  await tx
    .updateTable('measures')
    .set({ ended_at: measure.ended_at ?? now, ...(isLifted && { lifted_by: ending.by }), ...answer })
    .where('id', '=', id)
    .execute();
  if (kind === 'suspend') await letBackIn(services, tx, userId, now);
  if (kind === 'suspend' && isLifted) await leaveWave(services, tx, userId, id);
  if (kind === 'hide' && isLifted) {
    const { kind: thing, id: thingId } = readObject(object);
    await services.moderatedThings[thing]?.restore?.(services, tx, thingId, ending.by ?? 0);
  }
  await tellEnd(services, tx, measure, ending);
}

/** Unless another suspension runs; who left meanwhile comes back by themselves. */
async function letBackIn(services: Services, tx: Tx, userId: number, now: Date): Promise<void> {
  const other = await tx
    .selectFrom('measures')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'suspend')
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  const account = await findAccount(tx, userId);
  if (other !== undefined || account?.status !== 'suspended') return;
  await letReturn(tx, userId, now);
  if (account.deleted_at === null) await services.hideAds(tx, userId, false);
}

/** By bell and letter: the person waits for it. */
export async function tellEnd(services: Services, tx: Tx, measure: MeasureRow, ending: Ending): Promise<void> {
  const { config, mail } = services;
  const { id, kind, user_id: userId } = measure;
  const title = measure.evidence.title ?? '';
  await notify(tx, services, {
    userId,
    kind: 'measure_end',
    link: MEASURES_PAGE,
    values: { what: ending.what, title, reason: ending.answer },
    dedupe: `measure:${id}:${ending.what}`,
  });
  const account = await findAccount(tx, userId);
  if (account === undefined || account.deleted_at !== null || account.email === '') return;
  await mail.queue(tx, {
    to: account.email,
    lang: account.lang,
    template: 'measure_end',
    values: {
      what: ending.what,
      kind,
      title,
      hasAnswer: ending.answer === '' ? 'no' : 'yes',
      answer: ending.answer,
      link: `${config.publicUrl}${MEASURES_PAGE}`,
    },
  });
}
