import type { BodyOf } from '@app/contract/platform/endpoint';
import { FEATURES } from '@app/contract/platform/features';
import type { FeatureFlag, operationsApi } from '@app/contract/staff/operations';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { siteStateOf } from './site-state.public.ts';

type Parts = Parameters<typeof siteStateOf>[0];

/** In the order of the contract; a feature without a row is on. */
export async function listFeatures({ db }: Services): Promise<{ features: FeatureFlag[] }> {
  const rows = new Map((await db.selectFrom('feature_flags').selectAll().execute()).map((row) => [row.feature, row]));
  const features = FEATURES.map((feature): FeatureFlag => {
    const row = rows.get(feature);
    return {
      feature,
      is_on: (row?.is_on ?? true) ? 1 : 0,
      reason: row?.reason ?? '',
      changed: row?.changed_at.toISOString() ?? null,
      changed_by: row?.changed_by ?? null,
    };
  });
  return { features };
}

/** Sets a switch. Other nodes learn of it within a second of the commit, this node before the response. */
export async function setFeature(
  services: Parts,
  viewer: SignedInViewer,
  { feature, is_on, reason }: BodyOf<typeof operationsApi.setFeature>,
): Promise<FeatureFlag> {
  const { db, clock } = services;
  const siteState = siteStateOf(services);
  const now = clock();
  const row = { is_on: is_on === 1, reason, changed_at: now, changed_by: viewer.userId };
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('feature_flags')
      .values({ feature, ...row })
      .onConflict((conflict) => conflict.column('feature').doUpdateSet(row))
      .execute();
    await recordStaffAction(tx, viewer, now, {
      action: 'features.edit',
      object: `feature:${feature}`,
      details: { is_on: row.is_on, reason },
    });
    await siteState.publishChange(tx);
  });
  await siteState.refresh();
  return { feature, is_on, reason, changed: now.toISOString(), changed_by: viewer.userId };
}
