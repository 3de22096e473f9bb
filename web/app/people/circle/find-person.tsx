import { IconMessageCircle } from 'virtual:icons';
import type { User } from '@app/contract/people/users';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { button, iconButton } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { SearchInput } from '../../ui/list/search-input.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { FriendshipButton } from './friendship-button.tsx';
import styles from './side-card.module.css';
import { SidePerson } from './side-person.tsx';
import { usePeopleSearch } from './use-people-search.ts';

function FoundPerson({ user }: { user: User }) {
  const t = useText('circle');
  const name = `${user.firstname} ${user.lastname}`.trim();
  return (
    <SidePerson user={user} buttons={<FriendshipButton user={user} look="row" />}>
      {user.may_write === 1 && user.friendship !== 'friend' && (
        <Link
          to={`/conversation/${user.id}`}
          className={iconButton}
          aria-label={t('circle.write.of', { name })}
          title={t('circle.write')}
        >
          <IconMessageCircle size={20} stroke={ICON_STROKE} aria-hidden="true" />
        </Link>
      )}
    </SidePerson>
  );
}

export function FindPerson() {
  const t = useText('circle');
  const [terms, setTerms] = useState('');
  const { found, isLoading, more } = usePeopleSearch(terms, (message) =>
    toast.error(message || t('circle.failed.search')),
  );
  return (
    <section className={`card ${styles.card}`} aria-labelledby="circle-find" aria-busy={isLoading}>
      <h2 id="circle-find">{t('circle.find.title')}</h2>
      <SearchInput label={t('circle.find.label')} hint={t('circle.find.hint')} value={terms} onChange={setTerms} />
      <p role="status" className={found?.people.length === 0 ? styles.about : 'sr'}>
        {found && (found.people.length === 0 ? t('circle.find.none') : t('circle.found', { count: found.total }))}
      </p>
      {found !== null && found.people.length > 0 && (
        <ul className={styles.list}>
          {found.people.map((user) => (
            <li key={user.id}>
              <FoundPerson user={user} />
            </li>
          ))}
        </ul>
      )}
      {found !== null && found.people.length < found.total && (
        <button type="button" className={button('quiet', 'wide')} disabled={isLoading} onClick={more}>
          {t('circle.more')}
        </button>
      )}
    </section>
  );
}
