import { Link } from 'react-router';
import { formatNumber } from '../../platform/format.ts';
import { useLanguage } from '../../platform/i18n.tsx';
import styles from './list-tabs.module.css';

export interface ListTab {
  to: string;
  text: string;
  /** How many it holds; null where that is not known now. */
  count: number | null;
  isCurrent: boolean;
  /** The count asks for something to be done. */
  isNew?: boolean;
}

/** Class of the title over the tabs. */
export const listTitle: string = styles.title ?? '';
/** Class of the row that holds the tabs and the search. */
export const listBar: string = styles.bar ?? '';

/** Lists of one page, each at an address of its own. */
export function ListTabs({ label, tabs }: { label: string; tabs: readonly ListTab[] }) {
  const lang = useLanguage();
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map(({ to, text, count, isCurrent, isNew }) => (
        <Link key={to} to={to} className={styles.tab} aria-current={isCurrent ? 'page' : undefined} preventScrollReset>
          {text}
          {count !== null && (
            <span className={styles.total} data-new={isNew || undefined}>
              {formatNumber(lang, count)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
