import { type Icon, IconArrowsExchange, IconCalendar, IconCalendarDue, IconCategory, IconMapPin } from 'virtual:icons';
import type { Board } from '@app/contract/market/ads';
import type { ReactNode } from 'react';
import { formatDate, formatMeasure, formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { PublishedTime } from '../published-time.tsx';
import styles from './ad-details.module.css';

export function AdDetails({ ad }: { ad: Board }) {
  const t = useText('ad-page');
  const lang = useLanguage();
  const place = [ad.country?.name, ad.city?.name, ad.board_district].filter(Boolean).join(', ');
  const away = ad.board_distance ? t('ad-page.away', { km: formatNumber(lang, ad.board_distance) }) : '';
  const fact = (FactIcon: Icon, text: ReactNode) => (
    <li>
      <FactIcon size={18} stroke={ICON_STROKE} aria-hidden="true" />
      {text}
    </li>
  );
  return (
    <ul className={styles.facts} aria-label={t('ad-page.facts')}>
      {ad.category && fact(IconCategory, ad.category.name)}
      {ad.board_swap_for && fact(IconArrowsExchange, t('ad-page.swapFor', { what: ad.board_swap_for }))}
      {ad.board_return_on && fact(IconCalendarDue, t('ad-page.returnOn', { day: formatDate(ad.board_return_on) }))}
      {place && fact(IconMapPin, [place, away].filter(Boolean).join(' · '))}
      {fact(IconCalendar, <PublishedTime at={ad.board_date_create} isLong />)}
    </ul>
  );
}

export function AdAttributes({ attributes }: { attributes: Board['board_attributes'] }) {
  const t = useText('ad-page');
  const lang = useLanguage();
  if (attributes.length === 0) return null;
  return (
    <dl className={styles.attributes} aria-label={t('ad-page.attributes')}>
      {attributes.map(({ id, name, kind, text, unit, value }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>{kind === 'number' && value !== null ? formatMeasure(lang, value, unit) : text}</dd>
        </div>
      ))}
    </dl>
  );
}
