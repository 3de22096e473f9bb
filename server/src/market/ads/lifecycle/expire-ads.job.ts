import { moscowDay } from '@app/contract/platform/time-zones';
import { z } from 'zod';
import { notifyAll } from '../../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { EmailRequest } from '../../../platform/mail/mail.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { emitAdEvents } from '../ad-events.public.ts';
import { archiveEnded, DAY_MS, type EndingAd, lockEndedAds, lockEndingAds, markReminded } from './ad-expiry.ts';

const BATCH = 200;
const ADS_IN_EMAIL_MAX = 20;

export const expireAds = defineJob({
  name: 'expire-ads',
  payload: z.object({}),
  run: async (services: Services) => {
    await inBatches((tx) => remindOwners(services, tx), services);
    await inBatches((tx) => archiveEndedBatch(services, tx), services);
  },
});

/** Each batch is one transaction, so that changes and notifications commit together. */
async function inBatches(work: (tx: Tx) => Promise<number>, { db, publicCache }: Services): Promise<void> {
  while ((await db.transaction().execute(work)) > 0) publicCache.invalidate();
}

async function remindOwners(services: Services, tx: Tx): Promise<number> {
  const now = services.clock();
  const ads = await lockEndingAds(tx, now, BATCH);
  if (ads.length === 0) return 0;
  await markReminded(
    tx,
    ads.map(({ id }) => id),
    now,
  );
  await notifyAll(
    tx,
    services,
    ads.map(({ id, owner_id, title, expires_at }) => ({
      userId: owner_id,
      kind: 'ad_expires' as const,
      boardId: id,
      link: `/ad/${id}?renew=1`,
      values: { title, days: Math.ceil((expires_at.getTime() - now.getTime()) / DAY_MS) },
      dedupe: `ad_expires:${id}:${expires_at.toISOString()}`,
    })),
  );
  const owners = [...Map.groupBy(ads, ({ owner_id }) => owner_id).values()];
  await services.mail.queueAll(
    tx,
    owners.flatMap((own) => buildReminder(services, own)),
  );
  return ads.length;
}

function buildReminder({ config }: Services, ads: readonly EndingAd[]): EmailRequest[] {
  const [first] = ads;
  if (first === undefined || first.email === '') return [];
  const { email: to, lang, title, expires_at } = first;
  const linkTo = ({ id }: EndingAd): string => `${config.publicUrl}/ad/${id}?renew=1`;
  const values = { title, until: moscowDay(expires_at), count: ads.length };
  const key = `ad-expires-${first.id}-${expires_at.toISOString()}`;
  if (ads.length === 1) return [{ to, lang, template: 'ad_expires', values: { ...values, link: linkTo(first) }, key }];
  const items = ads.slice(0, ADS_IN_EMAIL_MAX).map((ad) => ({ title: ad.title, note: '', link: linkTo(ad) }));
  return [{ to, lang, template: 'ads_expire', values: { ...values, link: `${config.publicUrl}/ads` }, items, key }];
}

async function archiveEndedBatch(services: Services, tx: Tx): Promise<number> {
  const now = services.clock();
  const ads = await lockEndedAds(tx, now, BATCH);
  if (ads.length === 0) return 0;
  await archiveEnded(
    tx,
    ads.map(({ id }) => id),
    now,
  );
  await emitAdEvents(
    services,
    tx,
    ads.filter(({ is_shown }) => is_shown).map(({ id, owner_id }) => ({ kind: 'left', adId: id, ownerId: owner_id })),
  );
  await notifyAll(
    tx,
    services,
    ads
      .filter(({ is_missed }) => is_missed)
      .map(({ id, owner_id, title }) => ({
        userId: owner_id,
        kind: 'ad_expired' as const,
        boardId: id,
        link: `/ad/${id}`,
        values: { title },
        dedupe: `ad_expired:${id}:${now.toISOString()}`,
      })),
  );
  return ads.length;
}
