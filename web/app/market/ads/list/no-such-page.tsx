import { IconFileOff } from 'virtual:icons';
import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { Notice } from '../../../ui/notice.tsx';
import { type AdFilters, listHref } from './filters/ad-filters.ts';

/** A page beyond the last one of a list that has ads. */
export function NoSuchPage({ filters, pages }: { filters: AdFilters; pages: number }) {
  const t = useText();
  return (
    <Notice
      heading="h3"
      icon={<IconFileOff size={40} stroke={1.5} />}
      title={t('ads.list.noPage.title')}
      text={t('ads.list.noPage.text', { count: pages })}
    >
      <Link to={listHref({ ...filters, page: pages })} className={button('primary')}>
        {t('ads.list.noPage.last')}
      </Link>
    </Notice>
  );
}
