import { IconLayoutGrid, IconMap } from 'virtual:icons';
import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { type AdFilters, listHref } from './filters/ad-filters.ts';
import styles from './view-switch.module.css';

/** The same ads as a list or on a map. */
export function ViewSwitch({ filters }: { filters: AdFilters }) {
  const t = useText();
  const views = [
    { map: false, Icon: IconLayoutGrid, text: t('ads.list.viewList') },
    { map: true, Icon: IconMap, text: t('ads.list.viewMap') },
  ];
  return (
    <nav className={styles.views} aria-label={t('ads.list.view')}>
      {views.map(({ map, Icon, text }) => (
        <Link
          key={text}
          to={listHref({ ...filters, page: 1, map })}
          preventScrollReset
          rel={map ? 'nofollow' : undefined}
          className={styles.view}
          aria-current={filters.map === map ? 'page' : undefined}
        >
          <Icon size={18} stroke={ICON_STROKE} aria-hidden="true" />
          {text}
        </Link>
      ))}
    </nav>
  );
}
