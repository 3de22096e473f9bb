import type { Board } from '@app/contract/market/ads';
import type { PublicationAd } from '@app/contract/publishing/publications';
import type { MouseEvent } from 'react';
import { adsApi } from '#contract/market/ads';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useLoaded } from '../../../platform/use-loaded.ts';
import { button } from '../../../ui/button.ts';
import { TextButton } from '../../../ui/buttons.tsx';
import { closeDialog, Dialog } from '../../../ui/dialog/dialog.tsx';
import { AdSummary } from '../publication-ad.tsx';
import styles from './ad-field.module.css';

interface AdPickerDialogProps {
  onChoose: (ad: PublicationAd) => void;
  onClose: () => void;
}

const SIZE = 100;

function toCards(boards: readonly Board[]): PublicationAd[] {
  return boards.flatMap((ad) => {
    const { board_id, board_title: title, board_price: price, board_state: state, board_photos } = ad;
    if (state !== 'active' && state !== 'reserved') return [];
    return [{ board_id, title, price, state, city: ad.city?.name ?? '', photo: board_photos[0] ?? null }];
  });
}

export function AdPickerDialog({ onChoose, onClose }: AdPickerDialogProps) {
  const t = useText('make-post', 'posts');
  const {
    value: loaded,
    hasFailed,
    message,
    retry,
  } = useLoaded('own', () => call(adsApi.listOfUser, { query: { size: SIZE } }));
  const ads = loaded && toCards(loaded.boards);

  function choose(event: MouseEvent<HTMLButtonElement>, ad: PublicationAd): void {
    onChoose(ad);
    closeDialog(event);
  }

  return (
    <Dialog title={t('make-post.ad.title')} hasClose onClose={onClose}>
      <div aria-busy={!loaded && !hasFailed}>
        {hasFailed && (
          <div className={styles.failed} role="alert">
            <p>{`${t('make-post.ad.failed')}. ${message || t('frame.error.network')}`}</p>
            <TextButton text={t('frame.retry')} className={button('light', 'small')} onClick={retry} />
          </div>
        )}
        {ads?.length === 0 && <p className="dim">{t('make-post.ad.none')}</p>}
        {ads && ads.length > 0 && (
          <>
            <p className={styles.note}>{t('make-post.ad.text')}</p>
            <ul className={styles.list}>
              {ads.map((ad) => (
                <li key={ad.board_id}>
                  <button type="button" className={styles.option} onClick={(event) => choose(event, ad)}>
                    <AdSummary ad={ad} />
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}
