import type { Board } from '@app/contract/ads';
import type { Tx } from '../database.ts';
import { notify } from '../notifications/notifications.public.ts';
import { Failure } from '../platform/failure.ts';
import type { SignedInViewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { type AdList, loadPage } from './ad-page.ts';
import { type AdRow, lockAd, updateAd } from './ads.queries.ts';
import { announceChange } from './announce-change.ts';
import { completeOwnBoards } from './own-boards.ts';
import { getAd } from './show-ad.ts';
import { type FoundWord, findStopWord, showHold } from './stop-words.ts';

const NOT_HELD = { held_at: null, held_reason: '', held_word: '' };

/**
 * Let an ad that was just written or changed wait for staff when it holds a stop word, and go on when it no longer does.
 * The ad is locked or new.
 */
export async function holdForReview(services: Services, tx: Tx, adId: number): Promise<void> {
  const ad = await lockAd(tx, adId);
  if (ad === undefined) return;
  const found = await findStopWord(tx, adId);
  if (found === undefined) {
    if (ad.held_at !== null) await updateAd(tx, adId, NOT_HELD);
    return;
  }
  if (ad.held_at !== null && ad.held_word === found.word) return;
  const held_at = ad.held_at ?? services.clock();
  await updateAd(tx, adId, { held_at, held_reason: found.reason, held_word: found.word });
  const reason = await explainHold(services, tx, ad.owner_id, found);
  await notify(tx, services, { ...about(ad), kind: 'ad_held', values: { title: ad.title, reason } });
}

/** Ads that wait, the oldest first. Served by ads_held. */
export async function listHeldAds(
  services: Pick<Services, 'pool' | 'db' | 'texts'>,
  viewer: SignedInViewer,
  { size, offset }: { size: number; offset: number },
): Promise<AdList> {
  const from = 'from ads where held_at is not null and archived_at is null and blocked_at is null';
  const list = await loadPage(services.pool, viewer, {
    total: `(select count(*) ${from})`,
    ids: `select id ${from} order by held_at, id limit ${size} offset ${offset}`,
    values: [],
  });
  await completeOwnBoards(services, viewer, list.boards);
  return list;
}

interface Decision {
  board_id: number;
  decision: 'publish' | 'block';
  reason?: string | undefined;
}

/** What staff decide about an ad: it appears, or it is taken down with a reason that its owner reads. */
export async function decideOnAd(
  services: Services,
  viewer: SignedInViewer,
  { board_id, decision, reason }: Decision,
): Promise<Board> {
  const { db, clock } = services;
  if (decision === 'block' && !reason) {
    throw new Failure('invalid_input', { fields: { reason: 'errors.field.required' } });
  }
  await db.transaction().execute(async (tx) => {
    const ad = await lockAd(tx, board_id);
    if (ad === undefined) throw new Failure('not_found');
    if (decision === 'publish') await publish(services, tx, ad);
    else await block(services, tx, ad, reason ?? '', clock());
  });
  services.publicCache.invalidate();
  return getAd(services, viewer, board_id);
}

async function publish(services: Services, tx: Tx, ad: AdRow): Promise<void> {
  if (ad.held_at === null && ad.blocked_at === null) return;
  const words = ad.held_word === '' ? ad.accepted_words : [...new Set([...ad.accepted_words, ad.held_word])];
  await updateAd(tx, ad.id, {
    ...NOT_HELD,
    blocked_at: null,
    blocked_reason: '',
    accepted_words: words,
  });
  await notify(tx, services, { ...about(ad), kind: 'ad_published', values: { title: ad.title } });
  await announceChange(services, tx, ad, ad.id);
}

async function block(services: Services, tx: Tx, ad: AdRow, reason: string, now: Date): Promise<void> {
  await updateAd(tx, ad.id, {
    blocked_at: ad.blocked_at ?? now,
    blocked_reason: reason,
    ...NOT_HELD,
  });
  await notify(tx, services, { ...about(ad), kind: 'ad_blocked', values: { title: ad.title, reason } });
  await announceChange(services, tx, ad, ad.id);
}

const about = (ad: Pick<AdRow, 'id' | 'owner_id'>) => ({ userId: ad.owner_id, boardId: ad.id, link: `/ad/${ad.id}` });

async function explainHold({ texts }: Services, tx: Tx, ownerId: number, found: FoundWord): Promise<string> {
  const { lang } = await tx.selectFrom('users').select('lang').where('id', '=', ownerId).executeTakeFirstOrThrow();
  return showHold(texts, lang, found);
}
