import { Link } from 'react-router';
import { formatNumber } from '../../platform/format.ts';
import { useLanguage } from '../../platform/i18n.tsx';
import styles from './list-tabs.module.css';

export interface ListTab {
  to: string;
  text: string;
  /** Number of entries; null when unknown. */
  count: number | null;
  isCurrent: boolean;
  /** Whether the count asks for action. */
  isNew?: boolean;
}

export const listTitle: string = styles.title ?? '';
/** Class of the row that holds the tabs and the search. */
export const listBar: string = styles.bar ?? '';

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
