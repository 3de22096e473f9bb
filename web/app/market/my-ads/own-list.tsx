import { IconPencil } from 'virtual:icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import type { OwnAd } from '../ads/own/own-ad.ts';
import { OwnAdsGrid } from '../ads/own/own-ads-grid.tsx';
import { useOwnAds } from '../ads/own/use-own-ads.ts';
import styles from './own-list.module.css';
import { SelectAll, SelectionBar } from './selection-bar.tsx';
import { useSelection } from './use-selection.ts';

/** The viewer's ads, of which many can be chosen. */
export function OwnList({ loaded, empty }: { loaded: readonly OwnAd[]; empty: ReactNode }) {
  const { ads, act } = useOwnAds(loaded);
  const selection = useSelection(ads);
  if (ads.length === 0) return empty;
  return (
    <>
      <SelectAll ads={ads} selection={selection} />
      <OwnAdsGrid ads={ads} act={act} selection={selection} />
      <SelectionBar selection={selection} />
    </>
  );
}

export function DraftNote({ title }: { title: string }) {
  const t = useText('my-ads');
  return (
    <div className={styles.draft}>
      <IconPencil size={20} stroke={ICON_STROKE} aria-hidden="true" />
      <p>{title === '' ? t('my-ads.draft.untitled') : t('my-ads.draft.title', { title })}</p>
      <Link to="/add" className={button('light', 'small')}>
        {t('my-ads.draft.go')}
      </Link>
    </div>
  );
}
