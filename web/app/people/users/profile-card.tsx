import { IconCamera, IconCopy, IconMapPin, IconSettings } from 'virtual:icons';
import type { User } from '@app/contract/people/users';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { formatDate, formatKopecks, formatNumber } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { button, iconButton } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { copyText } from '../../ui/text/copy-text.ts';
import { UserPic } from '../../ui/user-pic.tsx';
import { AboutField } from './about-field.tsx';
import { PhotoDialog } from './photo/photo-dialog.tsx';
import styles from './profile-card.module.css';
import { Rating } from './rating.tsx';

const KOPECKS = 100;
const PHOTO_SIZE = 128;

function Photo({ person }: { person: User }) {
  const t = useText('my-ads');
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.photo}>
      <UserPic firstname={person.firstname} lastname={person.lastname} photo={person.photo} size={PHOTO_SIZE} />
      <button
        type="button"
        className={styles.camera}
        aria-label={t('my-ads.site.photo')}
        title={t('my-ads.site.photo')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconCamera size={20} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
      <PhotoDialog
        isOpen={isOpen}
        hasPhoto={person.photo !== null}
        onClose={() => setOpen(false)}
        onSaved={() => void revalidate()}
      />
    </div>
  );
}

function Referral({ code }: { code: string }) {
  const t = useText('my-ads');
  const copy = (): Promise<void> => copyText(code, t('my-ads.site.referral.copied'), t('frame.error.generic'));
  return (
    <dd className={styles.code}>
      <span>{code}</span>
      <button
        type="button"
        className={`${iconButton} ${styles.copy}`}
        aria-label={t('my-ads.site.referral.copy')}
        title={t('my-ads.site.referral.copy')}
        onClick={() => void copy()}
      >
        <IconCopy size={17} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
    </dd>
  );
}

export function ProfileCard({ person }: { person: User }) {
  const t = useText('my-ads');
  const lang = useLanguage();
  const name = [person.firstname, person.middlename, person.lastname].filter(Boolean).join(' ');
  const place = [person.location.country?.name, person.location.city?.name].filter(Boolean).join(', ');
  return (
    <section className={`card ${styles.me}`} aria-label={t('my-ads.site.profile')}>
      <Photo person={person} />
      <div className={styles.words}>
        <div className={styles.head}>
          <h1 className={styles.name}>{name}</h1>
          <Link to="/profile/settings" className={button('plain', 'small')}>
            <IconSettings size={18} stroke={ICON_STROKE} aria-hidden="true" />
            {t('my-ads.site.settings')}
          </Link>
        </div>
        <div className={styles.facts}>
          {[person.company_name, person.position, person.activity].map(
            (fact) =>
              fact && (
                <span key={fact} className={styles.fact}>
                  {fact}
                </span>
              ),
          )}
          {place && (
            <span className={styles.fact}>
              <IconMapPin size={17} stroke={ICON_STROKE} aria-hidden="true" />
              {place}
            </span>
          )}
          <Rating person={person} />
        </div>
        <AboutField userId={person.id} description={person.description} revision={person.revision} />
        <dl className={styles.numbers}>
          <div>
            <dt>{t('my-ads.site.balance')}</dt>
            <dd>
              <Link to="/profile/payments" className={styles.more}>
                {formatKopecks(lang, person.virtualpay ?? 0)}
              </Link>
            </dd>
          </div>
          <div>
            <dt>{t('my-ads.site.bonus')}</dt>
            <dd>{formatNumber(lang, Math.floor((person.bonus ?? 0) / KOPECKS))}</dd>
          </div>
          {person.referral && (
            <div>
              <dt>{t('my-ads.site.referral')}</dt>
              <Referral code={person.referral} />
            </div>
          )}
          <div>
            <dt>{t('my-ads.site.subscription')}</dt>
            <dd>
              {person.payed === 1 && person.payed_until ? (
                <Link to="/profile/subscription" className={styles.more}>
                  {t('my-ads.site.subscription.until', { date: formatDate(person.payed_until) })}
                </Link>
              ) : (
                <Link to={`/subscribe/pay/${person.id}`} className="link">
                  {t('my-ads.site.subscription.get')}
                </Link>
              )}
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
