import { IconCopy, IconEye, IconLogin2 } from 'virtual:icons';
import type { User } from '@app/contract/people/users';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { usersApi } from '#contract/people/users';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { Phone } from '../../platform/format/phone.tsx';
import { useText } from '../../platform/i18n.tsx';
import { button, iconButton } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { copyText } from '../../ui/text/copy-text.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './person-card.module.css';

export type PageOwner = 'own' | 'other' | 'guest';

const MASK = '•';

interface CopyRowProps {
  label: string;
  value: string;
  /** Displayed value; `value` is copied. */
  shown?: ReactNode;
  copyLabel: string;
  done: string;
  /** Stands before the copy button. */
  children?: ReactNode;
}

export function CopyRow({ label, value, shown = value, copyLabel, done, children }: CopyRowProps) {
  const t = useText('person');
  const copy = (): Promise<void> => copyText(value, done, t('person.copyFailed'));
  return (
    <div>
      <dt>{label}</dt>
      <dd className={styles.copyable}>
        <span className="num">{shown}</span>
        {children}
        <button
          type="button"
          className={iconButton}
          aria-label={copyLabel}
          title={copyLabel}
          onClick={() => void copy()}
        >
          <IconCopy size={18} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      </dd>
    </div>
  );
}

/** Phone number: masked for guests, revealed on click for other users, visible to its owner. */
export function PersonPhone({ person, relation }: { person: User; relation: PageOwner }) {
  const t = useText('person');
  const { pathname } = useLocation();
  const [phone, setPhone] = useState(person.phone ?? '');
  const [isSpent, setSpent] = useState(false);
  // Two presses may happen before the next render, and each reveal would be counted.
  const isSent = useRef(false);

  async function reveal(): Promise<void> {
    if (isSent.current) return;
    isSent.current = true;
    try {
      const { phone: whole = '' } = await call(usersApi.get, { params: { id: person.id } });
      setPhone(whole);
      setSpent(whole.includes(MASK));
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || t('frame.error.network'));
    } finally {
      isSent.current = false;
    }
  }

  if (!phone.includes(MASK)) {
    return (
      <CopyRow
        label={t('person.phone')}
        value={phone}
        shown={
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            <Phone>{phone}</Phone>
          </a>
        }
        copyLabel={t('person.phone.copy')}
        done={t('person.phone.copied')}
      />
    );
  }
  return (
    <div>
      <dt>{t('person.phone')}</dt>
      <dd>
        <span className="num">{phone}</span>
        {relation === 'guest' ? (
          <Link
            to={`/auth?next=${encodeURIComponent(pathname)}`}
            className={button('quiet', 'small')}
            aria-label={t('person.phone.signIn')}
          >
            <IconLogin2 size={18} stroke={ICON_STROKE} aria-hidden="true" />
            {t('frame.signIn')}
          </Link>
        ) : isSpent ? (
          <p role="alert" className={styles.seen}>
            {t('person.phone.limit')}
          </p>
        ) : (
          <button
            type="button"
            className={button('quiet', 'small')}
            aria-label={t('person.phone.show')}
            onClick={() => void reveal()}
          >
            <IconEye size={18} stroke={ICON_STROKE} aria-hidden="true" />
            {t('person.phone.press')}
          </button>
        )}
      </dd>
    </div>
  );
}
