import { IconTrash } from 'virtual:icons';
import type { SavedSearch } from '@app/contract/market/searches';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { button, iconButton } from '../../ui/button.ts';
import { Toggle } from '../../ui/form/toggle.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { SearchFeedDialog } from './search-feed-dialog.tsx';
import styles from './search-row.module.css';

const FRESH_MAX = 100;

interface SearchRowProps {
  search: SavedSearch;
  onOpen: () => void;
  onToggleEmails: () => void;
  onChange: (search: SavedSearch) => void;
  onRemove: () => void;
}

export function SearchRow({ search, onOpen, onToggleEmails, onChange, onRemove }: SearchRowProps) {
  const t = useText('searches');
  const { name, href, fresh, letters, feed } = search;
  const [isFeedOpen, setFeedOpen] = useState(false);
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <Link to={href} className={styles.name} onClick={onOpen}>
          {name}
        </Link>
        <p className={styles.meta}>
          {fresh > 0 && (
            <span className={styles.fresh}>
              {fresh < FRESH_MAX
                ? t('searches.fresh', { count: fresh })
                : t('searches.freshOver', { count: FRESH_MAX - 1 })}
            </span>
          )}
          <span>{t('searches.created', { date: formatDate(search.created) })}</span>
        </p>
      </div>
      <Toggle
        className={styles.letters}
        label={t('searches.lettersOf', { name })}
        isOn={letters === 1}
        onSwitch={onToggleEmails}
      >
        {t('searches.letters')}
      </Toggle>
      <button
        type="button"
        className={`${button('quiet', 'small')} ${styles.feed}`}
        data-on={feed !== null || undefined}
        aria-label={t('searches.feed.of', { name })}
        title={t('searches.feed.of', { name })}
        onClick={() => setFeedOpen(true)}
      >
        RSS
      </button>
      <button
        type="button"
        className={`${iconButton} ${styles.remove}`}
        aria-label={t('searches.remove', { name })}
        title={t('searches.remove', { name })}
        onClick={onRemove}
      >
        <IconTrash size={20} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
      {isFeedOpen && <SearchFeedDialog search={search} onChange={onChange} onClose={() => setFeedOpen(false)} />}
    </li>
  );
}
