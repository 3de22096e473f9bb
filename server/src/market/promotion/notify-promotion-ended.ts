import { MY_PROMOTIONS_PATH } from '@app/contract/market/promotion';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { PromotionRow } from './promotion.queries.ts';

export async function notifyPromotionEnded(
  services: Services,
  tx: Tx,
  row: PromotionRow,
  points: number,
): Promise<void> {
  const { config, mail } = services;
  const { id, user_id: userId, ad_title: title, views, guaranteed_views: promised } = row;
  const owner = await tx
    .selectFrom('users')
    .select(['email', 'lang'])
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (owner === undefined) return;
  const link = `${MY_PROMOTIONS_PATH}#promotion-${id}`;
  if (owner.email !== '') {
    await mail.queue(tx, {
      to: owner.email,
      lang: owner.lang,
      template: 'promotion_over',
      values: {
        title,
        views,
        promised,
        points,
        has_promise: promised > 0 ? 'yes' : 'no',
        has_points: points > 0 ? 'yes' : 'no',
        link: `${config.publicUrl}${link}`,
      },
      key: `promotion-over-${id}`,
    });
  }
  await notify(tx, services, {
    userId,
    kind: 'promotion_over',
    ...(row.ad_id !== null && { boardId: row.ad_id }),
    link,
    values: { title, views, points },
    dedupe: `promotion_over:${id}`,
  });
}
