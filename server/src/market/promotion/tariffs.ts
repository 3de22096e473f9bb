import type { PromotionTariff, promotionApi } from '@app/contract/market/promotion';
import type { BodyOf } from '@app/contract/platform/endpoint';
import type { Insertable } from 'kysely';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { PromotionTables } from './promotion.tables.ts';

const COLUMNS = [
  'kind',
  'days',
  'price_kopecks',
  'guaranteed_views as promised_views',
  'bonus_percent',
  'enabled',
] as const;

export async function listTariffs(db: Db): Promise<PromotionTariff[]> {
  const rows = await db
    .selectFrom('promotion_tariffs')
    .select(COLUMNS)
    .orderBy('kind', 'desc')
    .orderBy('days')
    .execute();
  return rows.map((row) => ({ ...row, enabled: row.enabled ? 1 : 0 }));
}

/** Locks an available tariff, so that its price stays the same until the purchase commits. */
export function lockTariff(tx: Tx, kind: PromotionTariff['kind'], days: PromotionTariff['days']) {
  return tx
    .selectFrom('promotion_tariffs')
    .select(COLUMNS)
    .where('kind', '=', kind)
    .where('days', '=', days)
    .where('enabled', '=', true)
    .forShare()
    .executeTakeFirst();
}

export async function setTariffs(
  { db, clock }: Services,
  viewer: SignedInViewer,
  { tariffs }: BodyOf<(typeof promotionApi)['setTariffs']>,
): Promise<{ tariffs: PromotionTariff[] }> {
  const rows = tariffs.map(({ promised_views, enabled, ...row }) => ({
    ...row,
    guaranteed_views: promised_views,
    enabled: enabled === 1,
    changed_at: clock(),
  }));
  // A fixed order prevents deadlocks between staff who change several tariffs at once.
  rows.sort((a, b) => a.kind.localeCompare(b.kind) || a.days - b.days);
  await db.transaction().execute(async (tx) => {
    await upsertTariffs(tx, rows);
    await recordStaffAction(tx, viewer, clock(), { action: 'tariffs.edit', details: { tariffs } });
  });
  return { tariffs: await listTariffs(db) };
}

async function upsertTariffs(tx: Tx, rows: Insertable<PromotionTables['promotion_tariffs']>[]): Promise<void> {
  await tx
    .insertInto('promotion_tariffs')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'days']).doUpdateSet(({ ref }) => ({
        price_kopecks: ref('excluded.price_kopecks'),
        guaranteed_views: ref('excluded.guaranteed_views'),
        bonus_percent: ref('excluded.bonus_percent'),
        enabled: ref('excluded.enabled'),
        changed_at: ref('excluded.changed_at'),
      })),
    )
    .execute();
}
