import type { Folder } from '@app/contract/messaging/chat';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import styles from './folder-tabs.module.css';
import { addressHref, FOLDER_TABS } from './list-address.ts';

interface FolderTabsProps {
  current: Folder;
  requests: number;
  onChoose: (folder: Folder) => void;
}

/** Each folder has its own address; beside an open chat the tabs only change the list. */
export function FolderTabs({ current, requests, onChoose }: FolderTabsProps) {
  const t = useText('chats');
  const lang = useLanguage();

  function handleClick(event: MouseEvent, folder: Folder): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onChoose(folder);
  }

  return (
    <nav aria-label={t('chats.folders')} className={styles.tabs}>
      {FOLDER_TABS.map((folder) => (
        <Link
          key={folder}
          to={addressHref({ folder, search: '' })}
          className={styles.tab}
          aria-current={folder === current ? 'true' : undefined}
          onClick={(event) => handleClick(event, folder)}
        >
          {t(`chats.folder.${folder}`)}
          {folder === 'requests' && requests > 0 && (
            <span className={styles.count}>{formatNumber(lang, requests)}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
