import { IconPencil } from 'virtual:icons';
import type { User } from '@app/contract/people/users';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './person-page.module.css';

export function PersonAbout({ person, isOwn }: { person: User; isOwn: boolean }) {
  const t = useText('person');
  const family = person.familystatus === '-' ? undefined : person.familystatus;
  if (person.description === '' && family === undefined && !isOwn) return null;
  return (
    <section className={`card ${styles.about}`} aria-labelledby="person-about">
      <div className={styles.head}>
        <h2 id="person-about">{t('person.about')}</h2>
        {isOwn && (
          <Link to="/profile/settings" className={`${button('quiet', 'small')} ${styles.all}`}>
            <IconPencil size={17} stroke={ICON_STROKE} aria-hidden="true" />
            {t('person.edit')}
          </Link>
        )}
      </div>
      {person.description ? (
        <p className={styles.words}>{person.description}</p>
      ) : (
        isOwn && <p className="dim">{t('person.about.none')}</p>
      )}
      {family && (
        <dl className={styles.family}>
          <dt>{t('person.family')}</dt>
          <dd>{t(`person.family.${family}`)}</dd>
        </dl>
      )}
    </section>
  );
}
