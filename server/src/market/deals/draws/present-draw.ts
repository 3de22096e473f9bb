import type { Draw } from '@app/contract/market/draws';
import { sql } from 'kysely';
import { isBlockedBetween } from '../../../people/relationships/relationships.public.ts';
import { bit } from '../../../platform/bit.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { getCommentableAd } from '../../ads/ad-comments.public.ts';
import { IS_ON_OFFER } from '../../ads/lifecycle/deal-marks.public.ts';
import { seedHashOf } from './draw-next.ts';
import { countEntries, findDraw, findEntry, seedOf } from './draws.queries.ts';

/** Presents the draw to whoever sees the ad: numbers to everybody, the name of who has the thing to the owner. */
export async function getDraw({ db }: Services, viewer: Viewer, adId: number): Promise<Draw> {
  const { ownerId } = await getCommentableAd(db, viewer, adId);
  const { rows } = await sql<{
    isGift: boolean;
    isOnOffer: boolean;
    isTaken: boolean;
    id: number | null;
    name: string;
  }>`
    select a.kind = 'give' as "isGift", ${IS_ON_OFFER} as "isOnOffer", d.id is not null as "isTaken", d.buyer_id as id,
      concat_ws(' ', u.firstname, u.lastname) as name
    from ads a left join deals d on d.ad_id = a.id and d.state = 'accepted' left join users u on u.id = d.buyer_id
    where a.id = ${adId}`.execute(db);
  const [ad] = rows;
  const draw = ad?.isGift ? await findDraw(db, adId) : undefined;
  const isOwner = viewer.userId === ownerId;
  const isOnOffer = ad?.isGift === true && ad.isOnOffer;
  const isDrawn = draw !== undefined && draw.drawn_at !== null;
  const count = draw === undefined ? 0 : isDrawn ? draw.numbers.length : await countEntries(db, adId);
  const mine = draw === undefined || viewer.userId === null ? null : await findEntry(db, adId, viewer.userId);
  const isStranger = viewer.userId !== null && !isOwner && !(await isBlockedBetween(db, ownerId, viewer.userId));
  return {
    board_id: adId,
    state: draw === undefined ? 'none' : isDrawn ? 'drawn' : 'open',
    count,
    seed_hash: draw === undefined ? null : seedHashOf(draw),
    seed: isDrawn ? seedOf(draw) : null,
    numbers: draw?.numbers ?? [],
    drawn: draw?.drawn ?? [],
    at: draw?.draw_at?.toISOString() ?? null,
    mine,
    winner: isOwner && isDrawn && ad?.id ? { id: ad.id, name: ad.name } : null,
    may_join: bit(isStranger && isOnOffer && !isDrawn && mine === null),
    may_draw: bit(isOwner && draw !== undefined && isOnOffer && !ad.isTaken && count > draw.drawn.length),
  };
}
