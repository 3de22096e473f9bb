import type { Board } from '@app/contract/market/ads';
import type { ComplaintReason } from '@app/contract/trust/complaints';
import { notify } from '../../../notifications/notifications/notifications.public.ts';
import { recordStaffAction } from '../../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure, requireFound } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { texts } from '../../../platform/texts.ts';
import { checkContent } from '../../../trust/content-rules/check-content.public.ts';
import { closeCases } from '../../../trust/moderation/close-cases.public.ts';
import {
  applyHideSanction,
  isHiddenBySanction,
  liftHideSanctions,
} from '../../../trust/moderation/hide-sanctions.public.ts';
import { openCase } from '../../../trust/moderation/open-case.public.ts';
import { isLimited } from '../../../trust/moderation/publishing-limits.public.ts';
import { type AdList, loadPage } from '../ad-page.ts';
import { type AdRow, lockAd, updateAd } from '../ads.queries.ts';
import { getAd } from '../get-ad.ts';
import { emitAdChange } from '../lifecycle/emit-ad-change.ts';
import { completeOwnAds } from '../own/complete-own-ads.ts';
import { adText } from './ad-text.ts';
import { describeHold, type MatchedWord } from './blocklist-words.ts';

const NOT_HELD = { held_at: null, held_reason: '', matched_word: '' };

const LIMITED_REASON: MatchedWord = { word: '', reason: 'moderation.reason.limited' };
const COMPLAINTS_REASON: MatchedWord = { word: '', reason: 'moderation.reason.complaints' };

/**
 * Holds a new or changed ad for review when a rule (such as a blocklist word) matches or its owner is limited, and
 * releases it when the word is gone. The ad is locked or new; `ip` is the author's address.
 */
export async function holdForReview(services: Services, tx: Tx, adId: number, ip: string): Promise<void> {
  const ad = await lockAd(tx, adId);
  if (ad === undefined) return;
  const ruled = await checkByRules(services, tx, ad, ip);
  const found = ruled ?? (await findLimit(services, tx, ad));
  if (found === undefined) {
    // An ad held for another reason than a word is released only by staff.
    if (ad.held_at === null || ad.matched_word === '') return;
    await updateAd(tx, adId, NOT_HELD);
    await closeCases(tx, {
      object: objectOf(ad),
      kinds: ['hold', 'rule'],
      by: null,
      outcome: 'nothing',
      now: services.clock(),
    });
    // Closing the cases also removed findings that are only shown to staff, so the rules run again.
    await checkByRules(services, tx, ad, ip);
    return;
  }
  if (ad.held_at !== null && ad.matched_word === found.word) return;
  await withholdAd(services, tx, ad, found);
  // The rule has already opened a case.
  if (ruled !== undefined) return;
  await openCase(tx, {
    kind: 'hold',
    object: objectOf(ad),
    aboutUserId: ad.owner_id,
    reason: 'limited',
    evidence: { title: ad.title, text: adText(ad) },
    now: services.clock(),
  });
}

const objectOf = ({ id }: Pick<AdRow, 'id'>): string => `ad:${id}`;

async function checkByRules(services: Services, tx: Tx, ad: AdRow, ip: string): Promise<MatchedWord | undefined> {
  const { owner_id: userId, title } = ad;
  return checkContent(services, tx, { subject: 'ad', object: objectOf(ad), userId, ip, title, text: adText(ad) });
}

async function findLimit({ clock }: Services, tx: Tx, { owner_id }: AdRow): Promise<MatchedWord | undefined> {
  return owner_id !== null && (await isLimited(tx, owner_id, clock())) ? LIMITED_REASON : undefined;
}

async function withholdAd(services: Services, tx: Tx, ad: AdRow, found: MatchedWord): Promise<void> {
  const held_at = ad.held_at ?? services.clock();
  await updateAd(tx, ad.id, { held_at, held_reason: found.reason, matched_word: found.word });
  const reason = await describeHoldToOwner(tx, ad.owner_id, found);
  await notify(tx, services, { ...about(ad), kind: 'ad_held', values: { title: ad.title, reason } });
}

/** Holds an ad after complaints from enough trusted reporters, and notifies its owner. The caller has locked the ad. */
export async function holdForReviewOnComplaints(services: Services, tx: Tx, ad: AdRow): Promise<void> {
  await withholdAd(services, tx, ad, COMPLAINTS_REASON);
  await emitAdChange(services, tx, ad, ad.id);
}

/** Oldest first. Served by ads_held. */
export async function listHeldAds(
  services: Services,
  viewer: SignedInViewer,
  { size, offset }: { size: number; offset: number },
): Promise<AdList> {
  const from = 'from ads where held_at is not null and archived_at is null and blocked_at is null';
  const list = await loadPage(services.pool, viewer, {
    total: `(select count(*) ${from})`,
    ids: `select id ${from} order by held_at, id limit ${size} offset ${offset}`,
    values: [],
  });
  await completeOwnAds(services, viewer, list.boards);
  return list;
}

interface Decision {
  board_id: number;
  decision: 'publish' | 'block';
  reason?: string | undefined;
  rule?: ComplaintReason | undefined;
}

/** Applies a staff decision: publishes the ad, or takes it down with a reason that the owner sees and may appeal. */
export async function decideOnAd(
  services: Services,
  viewer: SignedInViewer,
  { board_id, decision, reason, rule = 'other' }: Decision,
): Promise<Board> {
  const { db, clock } = services;
  if (decision === 'block' && !reason) {
    throw new Failure('invalid_input', { fields: { reason: 'errors.field.required' } });
  }
  await db.transaction().execute(async (tx) => {
    const ad = requireFound(await lockAd(tx, board_id));
    if (decision === 'publish') await publish(services, tx, viewer, ad);
    else await block(services, tx, viewer, ad, { reason: reason ?? '', rule });
    const outcome = decision === 'publish' ? ('nothing' as const) : ('hide' as const);
    await closeCases(tx, { object: objectOf(ad), kinds: ['hold', 'rule'], by: viewer.userId, outcome, now: clock() });
    await recordStaffAction(tx, viewer, clock(), {
      action: `ads.${decision}`,
      object: objectOf(ad),
      aboutUserId: ad.owner_id,
      details: decision === 'block' ? { rule } : {},
    });
  });
  services.publicCache.invalidate();
  return getAd(services, viewer, board_id);
}

async function publish(services: Services, tx: Tx, viewer: SignedInViewer, ad: AdRow): Promise<void> {
  if (ad.held_at === null && ad.blocked_at === null) return;
  // Lifting the sanction already notifies the owner.
  const isBack = ad.blocked_at !== null && (await liftHideSanctions(services, tx, objectOf(ad), viewer.userId));
  if (isBack && ad.held_at === null) return;
  await approveHeldAd(services, tx, { ...ad, blocked_at: null }, { blocked_at: null, blocked_reason: '' });
}

/** Publishes a held ad and records its blocklist word as accepted. */
export async function approveHeldAd(services: Services, tx: Tx, ad: AdRow, change: object = {}): Promise<void> {
  const words = ad.matched_word === '' ? ad.accepted_words : [...new Set([...ad.accepted_words, ad.matched_word])];
  await updateAd(tx, ad.id, { ...NOT_HELD, ...change, accepted_words: words });
  await notify(tx, services, { ...about(ad), kind: 'ad_published', values: { title: ad.title } });
  await emitAdChange(services, tx, ad, ad.id);
}

/** An existing reason is not replaced, because the owner's appeal refers to it. */
async function block(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  ad: AdRow,
  { reason, rule }: { reason: string; rule: ComplaintReason },
): Promise<void> {
  if (ad.blocked_at !== null && (await isHiddenBySanction(tx, objectOf(ad)))) return;
  await blockAd(services, tx, ad, reason);
  if (ad.owner_id === viewer.userId)
    await notify(tx, services, { ...about(ad), kind: 'ad_blocked', values: { title: ad.title, reason } });
  else
    await applyHideSanction(services, tx, {
      userId: ad.owner_id,
      object: objectOf(ad),
      rule,
      reason,
      evidence: { title: ad.title, text: adText(ad) },
      decidedBy: viewer.userId,
    });
}

/** The caller notifies the owner. */
export async function blockAd(services: Services, tx: Tx, ad: AdRow, reason: string): Promise<void> {
  const blocked_at = ad.blocked_at ?? services.clock();
  await updateAd(tx, ad.id, { blocked_at, blocked_reason: reason, ...NOT_HELD });
  await emitAdChange(services, tx, ad, ad.id);
}

export async function unblockAd(services: Services, tx: Tx, ad: AdRow): Promise<void> {
  await updateAd(tx, ad.id, { blocked_at: null, blocked_reason: '' });
  await emitAdChange(services, tx, ad, ad.id);
}

const about = (ad: Pick<AdRow, 'id' | 'owner_id'>) => ({ userId: ad.owner_id, boardId: ad.id, link: `/ad/${ad.id}` });

async function describeHoldToOwner(tx: Tx, ownerId: number, found: MatchedWord): Promise<string> {
  const { lang } = await tx.selectFrom('users').select('lang').where('id', '=', ownerId).executeTakeFirstOrThrow();
  return describeHold(texts, lang, found);
}
