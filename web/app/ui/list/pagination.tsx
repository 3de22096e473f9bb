import { IconChevronLeft, IconChevronRight } from 'virtual:icons';
import { Link } from 'react-router';
import { formatNumber } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../icon.ts';
import styles from './pagination.module.css';
import { pageItems } from './paging.ts';

interface PaginationProps {
  current: number;
  count: number;
  hrefOf: (page: number) => string;
}

export function Pagination({ current, count, hrefOf }: PaginationProps) {
  const t = useText();
  const lang = useLanguage();
  if (count < 2) return null;
  const items = pageItems(current, count);
  return (
    <nav aria-label={t('frame.paging')} className={styles.pages}>
      {current > 1 && (
        <Link to={hrefOf(current - 1)} rel="prev" aria-label={t('frame.paging.previous')} className={styles.page}>
          <IconChevronLeft size={20} stroke={ICON_STROKE} aria-hidden="true" />
        </Link>
      )}
      {items.map((item, index) =>
        item === 'gap' ? (
          <span key={`gap after ${items[index - 1]}`} className={styles.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={item}
            to={hrefOf(item)}
            className={styles.page}
            aria-label={t('frame.paging.page', { page: item })}
            aria-current={item === current ? 'page' : undefined}
          >
            {formatNumber(lang, item)}
          </Link>
        ),
      )}
      {current < count && (
        <Link to={hrefOf(current + 1)} rel="next" aria-label={t('frame.paging.next')} className={styles.page}>
          <IconChevronRight size={20} stroke={ICON_STROKE} aria-hidden="true" />
        </Link>
      )}
    </nav>
  );
}
