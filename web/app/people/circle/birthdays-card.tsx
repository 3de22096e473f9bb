import { IconCake } from 'virtual:icons';
import type { birthdaysApi } from '@app/contract/people/birthdays';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { Link } from 'react-router';
import { formatDayAndMonth, formatRelativeDay } from '../../platform/format/format-time.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { PersonPic } from './person-list-item.tsx';
import styles from './side-card.module.css';

export type UpcomingBirthday = ResponseOf<typeof birthdaysApi.upcoming>['list'][number];

const SHOWN = 5;
/** Days that are named by words: today and tomorrow. */
const NAMED_DAYS = 2;

function BirthdayRow({ user, date, in_days, turns }: UpcomingBirthday) {
  const t = useText('circle');
  const lang = useLanguage();
  const day = in_days < NAMED_DAYS ? formatRelativeDay(lang, in_days) : formatDayAndMonth(lang, date);
  return (
    <div className={styles.person}>
      <PersonPic user={user} size={48} />
      <div className={styles.words}>
        <Link to={`/user/${user.id}`} className={styles.name}>
          {`${user.firstname} ${user.lastname}`.trim()}
        </Link>
        <p className={styles.about} data-today={in_days === 0 || undefined}>
          {in_days === 0 && <IconCake size={17} stroke={ICON_STROKE} aria-hidden="true" />}
          <span>{turns === null ? day : t('circle.birthdays.turns', { day, age: turns })}</span>
        </p>
      </div>
    </div>
  );
}

/** The nearest birthdays of friends, who show them to the reader. */
export function BirthdaysCard({ list }: { list: readonly UpcomingBirthday[] }) {
  const t = useText('circle');
  const further = list.slice(SHOWN);
  const rows = (part: readonly UpcomingBirthday[]) => (
    <ul className={styles.list}>
      {part.map((one) => (
        <li key={one.user.id}>
          <BirthdayRow {...one} />
        </li>
      ))}
    </ul>
  );
  return (
    <section className={`card ${styles.card}`} aria-labelledby="circle-birthdays">
      <h2 id="circle-birthdays">{t('circle.birthdays.title')}</h2>
      {rows(list.slice(0, SHOWN))}
      {further.length > 0 && (
        <details className={styles.further}>
          <summary>{t('circle.birthdays.further', { count: further.length })}</summary>
          {rows(further)}
        </details>
      )}
    </section>
  );
}
