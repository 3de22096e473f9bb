import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { AD_TITLE_IN_BREADCRUMBS } from '#contract/market/ads';
import { isApiError } from '../../../platform/api-error.ts';
import { cut, formatDate } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { TextKey } from '../../../platform/texts.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { afterAction, type OwnAction, type OwnAd, renewedUntil, sendAction, toOwnAd } from './own-ad.ts';

const DONE_TEXTS: Record<OwnAction, TextKey<'my-ads'>> = {
  reserve: 'my-ads.done.reserved',
  sell: 'my-ads.done.sold',
  open: 'my-ads.done.open',
  enable: 'my-ads.done.enabled',
  disable: 'my-ads.done.disabled',
  renew: 'my-ads.done.renewed',
  archive: 'my-ads.done.archived',
  restore: 'my-ads.done.restored',
  erase: 'my-ads.done.erased',
};

/** Changed ads since the list was loaded; null for an ad that left the list. A new load discards the changes. */
interface Changes {
  of: readonly OwnAd[];
  ads: ReadonlyMap<number, OwnAd | null>;
}

/** Shows actions at once and takes back rejected ones. The toast undoes archiving. */
export function useOwnAds(loaded: readonly OwnAd[], { onErased }: { onErased?: () => unknown } = {}) {
  const t = useText('my-ads');
  const { revalidate } = useRevalidator();
  const [changes, setChanges] = useState<Changes>({ of: loaded, ads: new Map() });
  const known = changes.of === loaded ? changes.ads : null;

  function setAd(id: number, ad: OwnAd | null | undefined): void {
    setChanges((before) => {
      const ads = new Map(before.of === loaded ? before.ads : []);
      if (ad === undefined) ads.delete(id);
      else ads.set(id, ad);
      return { of: loaded, ads };
    });
  }

  async function send(ad: OwnAd, action: OwnAction): Promise<boolean> {
    try {
      const answer = await sendAction(ad.board_id, action);
      if (answer && afterAction(ad, action) !== null) {
        const { viewsByDay, promotion } = ad;
        setAd(ad.board_id, { ...toOwnAd(answer), ...(viewsByDay && { viewsByDay }), ...(promotion && { promotion }) });
      }
      return true;
    } catch (error) {
      setAd(ad.board_id, undefined);
      if (!isApiError(error)) throw error;
      const reason = error.body.message || t(error.status === 0 ? 'frame.error.network' : 'frame.error.generic');
      toast.error(t('my-ads.failed', { title: cut(ad.board_title, AD_TITLE_IN_BREADCRUMBS), reason }));
      return false;
    }
  }

  function undoOf(ad: OwnAd, action: OwnAction): { label: string; onPress: () => void } | undefined {
    if (action === 'erase') return undefined;
    const back = action === 'archive' ? 'restore' : ad.board_archived === 1 ? 'archive' : null;
    if (back === null) return undefined;
    const revert = async (): Promise<void> => {
      if (await send({ ...ad, isExpired: false }, back)) await revalidate();
    };
    return { label: t(back === 'restore' ? 'my-ads.do.return' : 'my-ads.do.undo'), onPress: () => void revert() };
  }

  async function act(ad: OwnAd, action: OwnAction): Promise<void> {
    setAd(ad.board_id, afterAction(ad, action));
    if (!(await send(ad, action))) return;
    const undo = undoOf(ad, action);
    toast.success(t(DONE_TEXTS[action], { date: formatDate(renewedUntil(Date.now())) }), undo && { action: undo });
    await (action === 'erase' && onErased ? onErased() : revalidate());
  }

  const ads = known ? loaded.map((ad) => known.get(ad.board_id) ?? (known.has(ad.board_id) ? null : ad)) : loaded;
  return { ads: ads.filter((ad) => ad !== null), act };
}
