import { useState } from 'react';
import { usePeopleSearch } from '../../../people/circle/use-people-search.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { RetryNotice } from '../../../ui/list/load-failed.tsx';
import { SearchInput } from '../../../ui/list/search-input.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useSharePeople } from '../share/use-share-people.ts';
import { PersonLink } from './found-people.tsx';
import styles from './new-message-dialog.module.css';

interface NewMessageDialogProps {
  onOpen?: ((userId: number) => void) | undefined;
  onClose: () => void;
}

/** Friends, or everybody who is found by name or login; a press opens the chat. */
export function NewMessageDialog({ onOpen, onClose }: NewMessageDialogProps) {
  const t = useText('chats');
  const [terms, setTerms] = useState('');
  const friends = useSharePeople({ tab: 'friends', search: '', country: null, city: null });
  const search = usePeopleSearch(terms, (message) => toast.error(message || t('chats.new.failed')));
  const { found } = search;
  const isSearch = terms.trim() !== '';
  const people = (isSearch ? (found?.people ?? []) : friends.people).filter(({ may_write }) => may_write !== 0);
  const isLoading = isSearch ? search.isLoading || found === null : friends.isLoading;
  const hasMore = isSearch ? found !== null && found.people.length < found.total : friends.hasMore;
  function open(userId: number): void {
    onClose();
    onOpen?.(userId);
  }
  return (
    <Dialog title={t('chats.new')} hasClose onClose={onClose}>
      <div className={styles.body} aria-busy={isLoading}>
        <SearchInput data-first="" label={t('chats.new.search')} value={terms} onChange={setTerms} />
        {isSearch || people.length === 0 || <h3 className={styles.title}>{t('chats.new.friends')}</h3>}
        {!isSearch && friends.failure !== null && (
          <RetryNotice heading="h3" title={t('chats.new.failed')} text="" onRetry={friends.more} />
        )}
        <p role="status" className={styles.none}>
          {people.length === 0 &&
            !isLoading &&
            (isSearch || friends.failure === null) &&
            t(isSearch ? 'chats.new.none' : 'chats.new.noFriends')}
        </p>
        <ul className={styles.rows}>
          {people.map((user) => (
            <li key={user.id}>
              <PersonLink user={user} onOpen={open} />
            </li>
          ))}
        </ul>
        {hasMore && (
          <button
            type="button"
            className={button('quiet', 'wide')}
            disabled={isLoading}
            onClick={isSearch ? search.more : friends.more}
          >
            {t('chats.more')}
          </button>
        )}
      </div>
    </Dialog>
  );
}
