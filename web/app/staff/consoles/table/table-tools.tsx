import { IconDownload, IconRefresh } from 'virtual:icons';
import { type ReactNode, useEffect, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { formatTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button, iconButton } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { ListSearch } from '../../../ui/list/list-search.tsx';
import { tableHref, useTableAddress } from './table-query.ts';
import styles from './table-tools.module.css';

interface TableToolsProps {
  search?: string;
  loaded: unknown;
  children?: ReactNode;
}

/** Toolbar of a table: search (`/` focuses the field), filters, and the time of loading with a reload button. */
export function TableTools({ search, loaded, children }: TableToolsProps) {
  const t = useText('admin');
  const { address, search: asked, hrefOf } = useTableAddress();
  const { revalidate, state } = useRevalidator();
  const updatedAt = useUpdatedAt(loaded);
  return (
    <div className={styles.tools}>
      {search !== undefined && (
        <div className={styles.search}>
          <ListSearch
            label={search}
            clearLabel={t('admin.search.clear')}
            value={asked}
            hrefOf={(words) => hrefOf({ search: words })}
            hidden={hiddenOf(address)}
          />
        </div>
      )}
      {children}
      <div className={styles.updated}>
        <span>{updatedAt && t('admin.updated', { time: updatedAt })}</span>
        <button
          type="button"
          className={iconButton}
          aria-label={t('admin.refresh')}
          title={t('admin.refresh')}
          aria-busy={state === 'loading'}
          onClick={() => void revalidate()}
        >
          <IconRefresh size={19} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}

function hiddenOf(address: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...address].filter(([name]) => name !== 'search' && name !== 'page'));
}

/** Time of loading, set in the browser, because only the browser knows when a server-rendered page arrived. */
function useUpdatedAt(loaded: unknown): string | null {
  const [updatedAt, setUpdatedAt] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data is what sets the time
  useEffect(() => setUpdatedAt(formatTime(new Date().toISOString())), [loaded]);
  return updatedAt;
}

export function CsvLink({
  path,
  query = {},
}: {
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
}) {
  const t = useText('admin');
  const [address] = useSearchParams();
  const kept = Object.fromEntries(['search', 'sort', 'order'].map((name) => [name, address.get(name) ?? undefined]));
  return (
    <a className={button('plain')} href={tableHref(path, new URLSearchParams(), { ...kept, ...query })} download>
      <IconDownload size={18} stroke={ICON_STROKE} aria-hidden="true" />
      {t('admin.csv')}
    </a>
  );
}
