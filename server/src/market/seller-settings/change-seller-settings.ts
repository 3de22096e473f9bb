import type { SellerSettings, sellerSettingsApi } from '@app/contract/market/seller-settings';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { MOSCOW } from '@app/contract/platform/time-zones';
import { bit } from '../../platform/bit.ts';
import type { Services } from '../../platform/domain/services.ts';
import { findTimeZone } from '../../platform/find-time-zone.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';

export async function presentSellerSettings({ db }: Services, { userId }: SignedInViewer): Promise<SellerSettings> {
  const [settings, vacation, timeZone] = await Promise.all([
    db.selectFrom('seller_settings').selectAll().where('user_id', '=', userId).executeTakeFirst(),
    db.selectFrom('ad_vacations').select('since').where('user_id', '=', userId).executeTakeFirst(),
    findTimeZone(db, userId),
  ]);
  return {
    hours: settings?.hours ? [...settings.hours] : null,
    time_zone: timeZone ?? MOSCOW,
    away: { on: bit(settings?.answers_away === true), text: settings?.away_text ?? '' },
    templates: [...(settings?.templates ?? [])],
    vacation: vacation === undefined ? null : { since: vacation.since.toISOString() },
  };
}

export async function changeSellerSettings(
  services: Services,
  viewer: SignedInViewer,
  { hours, away, templates }: BodyOf<typeof sellerSettingsApi.change>,
): Promise<SellerSettings> {
  const change = {
    ...(hours !== undefined && { hours: hours && JSON.stringify(hours) }),
    ...(away !== undefined && { answers_away: away.on === 1, away_text: away.text }),
    ...(templates !== undefined && { templates: JSON.stringify(templates) }),
  };
  if (Object.keys(change).length > 0) {
    await services.db
      .insertInto('seller_settings')
      .values({ user_id: viewer.userId, ...change })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
      .execute();
    if (hours !== undefined) services.publicCache.invalidate();
  }
  return presentSellerSettings(services, viewer);
}
