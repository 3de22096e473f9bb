import type { User } from '@app/contract/users';
import { IconCamera, IconCopy, IconMapPin, IconStarFilled } from '@tabler/icons-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { usersApi } from '#contract/users';
import { isApiError } from '../platform/api-error.ts';
import { call } from '../platform/call.ts';
import { formatDate, formatKopecks, formatNumber, formatRating } from '../platform/format.ts';
import { useLanguage, useText } from '../platform/i18n.tsx';
import { iconButton } from '../ui/button.ts';
import { ICON_STROKE } from '../ui/icon.ts';
import { toast } from '../ui/toast.ts';
import { UserPic } from '../ui/user-pic.tsx';
import { AboutField } from './about-field.tsx';
import styles from './profile-card.module.css';

const KOPECKS = 100;
const PHOTO_SIZE = 128;

function Photo({ person }: { person: User }) {
  const t = useText('my-ads');
  const { revalidate } = useRevalidator();
  const input = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);

  async function send({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [photo] = target.files ?? [];
    if (!photo) return;
    setSending(true);
    try {
      await call(usersApi.change, { params: { id: person.id }, files: { photo } });
      toast.success(t('my-ads.site.photo.done'));
      await revalidate();
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || t(error.status === 0 ? 'frame.error.network' : 'frame.error.generic'));
    } finally {
      target.value = '';
      setSending(false);
    }
  }

  return (
    <div className={styles.photo} aria-busy={isSending}>
      <UserPic firstname={person.firstname} lastname={person.lastname} photo={person.photo} size={PHOTO_SIZE} />
      <button
        type="button"
        className={styles.camera}
        aria-label={t('my-ads.site.photo')}
        title={t('my-ads.site.photo')}
        disabled={isSending}
        onClick={() => input.current?.click()}
      >
        <IconCamera size={20} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('my-ads.site.photo')}
        onChange={(event) => void send(event)}
      />
    </div>
  );
}

function Rating({ rating }: { rating: number | null }) {
  const t = useText('my-ads');
  const lang = useLanguage();
  const shown = rating === null ? null : formatRating(lang, rating);
  return (
    <span className={styles.fact} title={shown === null ? t('my-ads.site.rating.none') : undefined}>
      <IconStarFilled size={16} className={shown === null ? styles.noStar : styles.star} aria-hidden="true" />
      <span className="sr">
        {shown === null ? t('my-ads.site.rating.none') : t('my-ads.site.rating', { rating: shown })}
      </span>
      <span aria-hidden="true">{shown ?? '—'}</span>
    </span>
  );
}

function Referral({ code }: { code: string }) {
  const t = useText('my-ads');
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code);
      toast.success(t('my-ads.site.referral.copied'));
    } catch {
      toast.error(t('frame.error.generic'));
    }
  }
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

/** Who the person is on the site, and what the person has here. */
export function ProfileCard({ person }: { person: User }) {
  const t = useText('my-ads');
  const lang = useLanguage();
  const name = [person.firstname, person.middlename, person.lastname].filter(Boolean).join(' ');
  const place = [person.location.country?.name, person.location.city?.name].filter(Boolean).join(', ');
  return (
    <section className={`card ${styles.me}`} aria-label={t('my-ads.site.profile')}>
      <Photo person={person} />
      <div className={styles.words}>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.facts}>
          {person.position && <span className={styles.fact}>{person.position}</span>}
          {place && (
            <span className={styles.fact}>
              <IconMapPin size={17} stroke={ICON_STROKE} aria-hidden="true" />
              {place}
            </span>
          )}
          <Rating rating={person.rating} />
        </p>
        <AboutField key={person.description} userId={person.id} description={person.description} />
        <dl className={styles.numbers}>
          <div>
            <dt>{t('my-ads.site.balance')}</dt>
            <dd>{formatKopecks(lang, person.virtualpay ?? 0)}</dd>
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
                t('my-ads.site.subscription.until', { date: formatDate(person.payed_until) })
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
