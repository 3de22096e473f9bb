import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { AD_ARCHIVE_DAYS } from '#contract/market/ads';
import { type OwnAdAct, ownAdsApi } from '#contract/market/own-ads';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { formatDate } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import type { OwnAd } from '../ads/own/own-ad.ts';

type AskedAct = Extract<OwnAdAct, 'archive' | 'erase'>;

/** The acts that change at least one of the ads, the likeliest first. */
export function actsOn(ads: readonly OwnAd[]): OwnAdAct[] {
  const isArchived = (ad: OwnAd): boolean => ad.board_archived === 1;
  const isSold = (ad: OwnAd): boolean => ad.board_state === 'sold';
  const acts: [OwnAdAct, boolean][] = [
    ['return', ads.some((ad) => isArchived(ad) || isSold(ad))],
    ['archive', !ads.every(isArchived)],
    ['sell', ads.some((ad) => !isArchived(ad) && !isSold(ad))],
    ['erase', true],
  ];
  return acts.filter(([, isOffered]) => isOffered).map(([act]) => act);
}

/** Acts on many ads by one call. Erasing is asked about, and so is archiving what promotion is paid for. */
export function useActsOnMany(ads: readonly OwnAd[], onDone: () => void) {
  const t = useText('my-ads');
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState<AskedAct | null>(null);
  const [isBusy, setBusy] = useState(false);
  const promoted = ads.filter(({ promotion }) => promotion !== undefined);

  async function send(act: OwnAdAct, board_ids: number[]): Promise<void> {
    setBusy(true);
    try {
      const { results } = await call(ownAdsApi.actOnOwn, { body: { board_ids, act } });
      const done = results.filter(({ result }) => result === 'done').map(({ board_id }) => board_id);
      const refused = results.filter(({ result }) => result !== 'done' && result !== 'unchanged').length;
      if (done.length > 0) toast.success(t(`my-ads.many.done.${act}`, { count: done.length }), undoOf(act, done));
      if (refused > 0) toast.error(t('my-ads.many.refused', { count: refused }));
      onDone();
      await revalidate();
    } catch (error) {
      if (!isApiError(error)) throw error;
      const reason = error.body.message || t(error.status === 0 ? 'frame.error.network' : 'frame.error.generic');
      toast.error(t('my-ads.many.failed', { reason }));
    } finally {
      setBusy(false);
    }
  }

  function undoOf(act: OwnAdAct, ids: number[]) {
    if (act !== 'archive' && act !== 'sell') return undefined;
    return { action: { label: t('my-ads.do.return'), onPress: () => void send('return', ids) } };
  }

  const run = (act: OwnAdAct): void => {
    setAsked(null);
    void send(
      act,
      ads.map(({ board_id }) => board_id),
    );
  };

  function act(wanted: OwnAdAct): void {
    if (isBusy) return;
    if (wanted === 'erase' || (wanted === 'archive' && promoted.length > 0)) setAsked(wanted);
    else run(wanted);
  }

  const dialog = asked && (
    <ConfirmDialog
      question={t(`my-ads.many.${asked}.question`, { count: ads.length })}
      verb={t(`my-ads.many.${asked}`)}
      onConfirm={() => run(asked)}
      onClose={() => setAsked(null)}
    >
      {asked === 'erase' && <p>{t('my-ads.many.erase.text')}</p>}
      {promoted.map(({ board_id, board_title: title, promotion }) => (
        <p key={board_id}>
          {promotion?.isPaused
            ? t('my-ads.many.promotion.paused', { title })
            : t('my-ads.many.promotion', { title, date: formatDate(promotion?.until ?? '') })}
        </p>
      ))}
      {promoted.length > 0 && <p>{t(`my-ads.${asked}.promotion`, { days: AD_ARCHIVE_DAYS })}</p>}
    </ConfirmDialog>
  );
  return { act, isBusy, dialog };
}
