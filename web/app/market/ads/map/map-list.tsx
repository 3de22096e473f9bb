import { IconChevronRight, IconMapSearch } from 'virtual:icons';
import type { AdMap, MapAd, MapGroup } from '@app/contract/market/ad-map';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { Notice } from '../../../ui/notice.tsx';
import { AdPhoto } from '../ad-photo.tsx';
import { Price } from '../price.tsx';
import styles from './ads-map.module.css';

interface MapListProps {
  map: AdMap | null;
  isLoading: boolean;
  chosen: number | null;
  onChoose: (id: number | null) => void;
  onEnter: (group: MapGroup) => void;
}

/** More groups than this are read by nobody; they are on the map. */
const GROUPS = 30;
const BONES = [0, 1, 2, 3];

/** What the map shows, by the keyboard and for screen readers too: the ads, then the groups, the largest first. */
export function MapList({ map, isLoading, chosen, onChoose, onEnter }: MapListProps) {
  const t = useText('ad-map');
  const lang = useLanguage();
  if (map === null) {
    return (
      <div aria-hidden="true" className={styles.list}>
        {BONES.map((bone) => (
          <span key={bone} className={styles.bone} />
        ))}
      </div>
    );
  }
  const isEmpty = map.total === 0 && !isLoading;
  const groups = map.groups.toSorted((a, b) => b.count - a.count).slice(0, GROUPS);
  return (
    <>
      <p className={styles.total} role="status">
        {isLoading
          ? t('ad-map.loading')
          : t(map.bounded ? 'ads.list.countOver' : 'ads.list.count', { count: map.total })}
      </p>
      {isEmpty && (
        <Notice
          heading="h3"
          icon={<IconMapSearch size={40} stroke={1.5} />}
          title={t('ad-map.empty')}
          text={t('ad-map.empty.text')}
        />
      )}
      <ul className={styles.list} data-stale={isLoading || undefined}>
        {map.ads.map((ad) => (
          <AdRow key={ad.board_id} ad={ad} isChosen={ad.board_id === chosen} onChoose={onChoose} />
        ))}
        {groups.map((group) => (
          <li key={`${group.latitude} ${group.longitude}`}>
            <button type="button" className={styles.groupRow} onClick={() => onEnter(group)}>
              <span className={styles.groupCount}>{formatNumber(lang, group.count)}</span>
              <span className={styles.groupName}>
                {group.city}
                <span className={styles.groupMore}>{t('ad-map.enter')}</span>
              </span>
              <IconChevronRight size={18} stroke={ICON_STROKE} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface AdRowProps {
  ad: MapAd;
  isChosen: boolean;
  onChoose: (id: number | null) => void;
}

function AdRow({ ad, isChosen, onChoose }: AdRowProps) {
  const t = useText('ad-map');
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <li
      ref={row}
      className={styles.row}
      data-chosen={isChosen || undefined}
      onFocus={() => onChoose(ad.board_id)}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onChoose(ad.board_id)}
    >
      <AdPhoto photo={ad.muted_by ? undefined : (ad.board_photo ?? undefined)} sizes="112px" className={styles.photo} />
      <div className={styles.about}>
        {ad.muted_by ? (
          <p className="caption">{t('ad-map.muted', { word: ad.muted_by })}</p>
        ) : (
          <Price
            roubles={ad.board_price}
            kind={ad.board_kind}
            period={ad.board_price_period}
            className={styles.price}
          />
        )}
        <Link to={`/ad/${ad.board_id}`} className={styles.link}>
          {ad.muted_by ? t('ad-map.open') : ad.board_title}
        </Link>
        <p className="caption">
          {[ad.city, ad.board_district].filter(Boolean).join(', ')}
          {ad.board_circle_only === 1 && ` · ${t('ads.card.circle')}`}
        </p>
      </div>
    </li>
  );
}
