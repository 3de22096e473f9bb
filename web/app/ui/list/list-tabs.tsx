import { useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../platform/format/format.ts';
import { useLanguage } from '../../platform/i18n.tsx';
import styles from './list-tabs.module.css';

export interface ListTab {
  to: string;
  text: string;
  count: number | null;
  isCurrent: boolean;
  isNew?: boolean;
}

export const listTitle: string = styles.title ?? '';
export const listBar: string = styles.bar ?? '';

export function ListTabs({ label, tabs }: { label: string; tabs: readonly ListTab[] }) {
  const lang = useLanguage();
  const row = useRef<HTMLElement>(null);
  const current = tabs.findIndex(({ isCurrent }) => isCurrent);
  useLayoutEffect(() => {
    const tab = row.current?.children[current];
    // A row that is wider than the window shows its current tab in the middle. `scrollIntoView` would scroll the page too.
    if (row.current && tab instanceof HTMLElement)
      row.current.scrollLeft =
        tab.offsetLeft - row.current.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <nav ref={row} aria-label={label} className={styles.tabs}>
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
