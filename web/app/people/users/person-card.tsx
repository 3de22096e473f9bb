import {
  IconBellOff,
  IconBuildingStore,
  IconCake,
  IconCalendar,
  IconMapPin,
  IconMessageCircle,
  IconRosetteDiscountCheck,
  IconRss,
  IconSettings,
  IconStarFilled,
  IconUserOff,
  IconUserPlus,
} from 'virtual:icons';
import type { Birthday } from '@app/contract/people/birthdays';
import type { User } from '@app/contract/people/users';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { formatDate, formatDateTime, formatRating } from '../../platform/format/format.ts';
import { formatSeen } from '../../platform/format/seen.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { loadSlot } from '../../platform/slots.ts';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { quietPart } from '../../ui/lazy-part.ts';
import { UserPic } from '../../ui/user-pic.tsx';
import { BirthdayFact } from '../birthdays/birthday-fact.tsx';
import styles from './person-card.module.css';
import { CopyRow, type PageOwner, PersonPhone } from './person-contacts.tsx';
import { personFeed } from './person-feed.ts';
import { ShortAddress } from './short-address.tsx';

const PersonRelations = quietPart(() =>
  import('../circle/person-relations.tsx').then(({ PersonRelations }) => PersonRelations),
);

const CallButtons = quietPart(() => loadSlot('CallButtons'));

const FACT_ICON = { size: 17, stroke: ICON_STROKE, 'aria-hidden': true } as const;

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  );
}

function Rating({ rating, count }: { rating: number | null; count: number }) {
  const t = useText('person');
  const lang = useLanguage();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const shown = rating === null ? null : formatRating(lang, rating);
  const explained = shown === null ? t('person.rating.none') : t('person.rating.explain', { count });
  return (
    <>
      <button
        type="button"
        className={styles.rating}
        title={explained}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconStarFilled size={16} className={shown === null ? styles.noStar : styles.star} aria-hidden="true" />
        <span className="sr">{shown === null ? t('person.rating.none') : t('person.rating', { rating: shown })}</span>
        <span aria-hidden="true">{shown ?? '—'}</span>
        {shown !== null && <span aria-hidden="true">{t('person.rating.inComments')}</span>}
      </button>
      <span id={id} role="status" className={isOpen ? styles.explained : 'sr'}>
        {isOpen ? explained : ''}
      </span>
    </>
  );
}

function Verified({ verified }: { verified: NonNullable<User['verified']> }) {
  const t = useText('person');
  const proved = (['email', 'phone', 'inn'] as const).filter((contact) => verified[contact] !== null);
  if (proved.length === 0) return null;
  const what = proved.map((contact) => t(`person.verified.${contact}`)).join(', ');
  return (
    <span className={styles.badge} data-tone="pine" title={t('person.verified.of', { what })}>
      <IconRosetteDiscountCheck {...FACT_ICON} />
      {t('person.verified')}
      <span className="sr">{what}</span>
    </span>
  );
}

function Badges({ person }: { person: User }) {
  const t = useText('person');
  const isMuted = person.muted === 1;
  const isGone = person.deleted === 1;
  if (person.legal_status !== 1 && !isMuted && !isGone && !person.verified) return null;
  return (
    <p className={styles.badges}>
      {/* Staff can open pages of erased or suspended users. */}
      {isGone && (
        <span className={styles.badge} data-tone="gold">
          <IconUserOff {...FACT_ICON} />
          {t('person.gone.title')}
        </span>
      )}
      {person.legal_status === 1 && (
        <span className={styles.badge}>
          <IconBuildingStore {...FACT_ICON} />
          {t('person.company')}
        </span>
      )}
      {person.verified && <Verified verified={person.verified} />}
      {isMuted && (
        <span className={styles.badge} data-tone="gold">
          <IconBellOff {...FACT_ICON} />
          {person.muted_until
            ? t('person.mutedUntil', { moment: formatDateTime(person.muted_until) })
            : t('person.muted')}
        </span>
      )}
    </p>
  );
}

interface PersonCardProps {
  person: User;
  /** Shown to everybody but the owner. */
  follow: ReactNode;
  /** What deals say of the person, under its own name. */
  deals?: ReactNode;
  birthday: Birthday | null;
  publicUrl: string;
  relation: PageOwner;
  onChange: () => void;
}

function LastSeen({ at }: { at: string }) {
  const t = useText('person');
  const seen = formatSeen(useLanguage(), at, Date.now());
  return (
    <p className={styles.seen}>
      <time dateTime={at} suppressHydrationWarning>
        {seen === null ? t('person.seen.now') : t('person.seen', { ago: seen })}
      </time>
    </p>
  );
}

function Facts({ person, birthday }: Pick<PersonCardProps, 'person' | 'birthday'>) {
  const t = useText('person');
  const lang = useLanguage();
  const place = [person.location.country?.name, person.location.city?.name].filter(Boolean).join(', ');
  return (
    <ul className={styles.facts}>
      {place && <Fact icon={<IconMapPin {...FACT_ICON} />}>{place}</Fact>}
      <Fact icon={<IconCalendar {...FACT_ICON} />}>{t('person.since', { date: formatDate(person.registered) })}</Fact>
      {birthday && (
        <Fact icon={<IconCake {...FACT_ICON} />}>
          <BirthdayFact birthday={birthday} />
        </Fact>
      )}
      {person.deleted !== 1 && (
        <Fact icon={<IconRss {...FACT_ICON} />}>
          <a href={personFeed(person.id, lang)} type="application/atom+xml" className="link">
            {t('person.feed')}
          </a>
        </Fact>
      )}
    </ul>
  );
}

export function PersonCard({ person, follow, deals, birthday, publicUrl, relation, onChange }: PersonCardProps) {
  const t = useText('person');
  const { pathname } = useLocation();
  const name = `${person.firstname} ${person.lastname}`.trim();
  const dialog = `/conversation/${person.id}`;
  return (
    <section className={`card ${styles.sheet}`} aria-label={t('person.card')}>
      <div className={styles.who}>
        <span className={styles.pic}>
          <UserPic firstname={person.firstname} lastname={person.lastname} photo={person.photo} size={112} />
          {person.online === 1 && relation !== 'own' && (
            <span className={styles.online} role="img" aria-label={t('person.online')} title={t('person.online')} />
          )}
        </span>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.line}>
          {person.company_name && <span>{person.company_name}</span>}
          {person.position && <span>{person.position}</span>}
          {person.activity && <span>{person.activity}</span>}
          <Rating rating={person.rating} count={person.rating_count} />
        </p>
        {deals}
        <Facts person={person} birthday={birthday} />
        {person.online === 0 && person.last_seen && relation !== 'own' && <LastSeen at={person.last_seen} />}
        <Badges person={person} />
      </div>
      <div className={styles.actions}>
        {relation === 'own' && (
          <Link to="/profile/settings" className={button('plain', 'wide')}>
            <IconSettings size={20} stroke={ICON_STROKE} aria-hidden="true" />
            {t('person.settings')}
          </Link>
        )}
        {(relation === 'guest' || (relation === 'other' && person.may_write === 1)) && (
          <Link
            to={relation === 'guest' ? `/auth?next=${encodeURIComponent(dialog)}` : dialog}
            rel="nofollow"
            className={button(person.friendship_direction === 'in' ? 'plain' : 'primary', 'wide')}
          >
            <IconMessageCircle size={20} stroke={ICON_STROKE} aria-hidden="true" />
            {t('person.write')}
          </Link>
        )}
        {relation === 'other' && (
          <Suspense>
            {person.may_call === 1 && <CallButtons person={person} place="panel" />}
            <PersonRelations person={person} onChange={onChange} />
          </Suspense>
        )}
        {relation === 'guest' && (
          <Link to={`/auth?next=${encodeURIComponent(pathname)}`} className={button('light', 'wide')}>
            <IconUserPlus size={20} stroke={ICON_STROKE} aria-hidden="true" />
            {t('person.add')}
          </Link>
        )}
        {relation !== 'own' && follow}
      </div>
      <dl className={styles.contacts}>
        {person.phone && <PersonPhone key={person.phone} person={person} relation={relation} />}
        {person.email && relation !== 'own' && (
          <div>
            <dt>{t('person.email')}</dt>
            <dd>
              <a href={`mailto:${person.email}`} className="link">
                {person.email}
              </a>
            </dd>
          </div>
        )}
        {relation === 'own' && person.login && <ShortAddress login={person.login} publicUrl={publicUrl} />}
        {person.referral && (
          <CopyRow
            label={t('person.referral')}
            value={person.referral}
            copyLabel={t('person.referral.copy')}
            done={t('person.referral.copied')}
          />
        )}
      </dl>
    </section>
  );
}
