import { IconCopy, IconMessageCircle, IconPhone } from 'virtual:icons';
import type { Board } from '@app/contract/market/ads';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { adOwnerApi } from '#contract/market/ad-owner';
import { ApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { Phone as PhoneNumber } from '../../../platform/format/phone.tsx';
import { useText } from '../../../platform/i18n.tsx';
import { loadSlot } from '../../../platform/slots.ts';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { quietPart } from '../../../ui/lazy-part.ts';
import { copyText } from '../../../ui/text/copy-text.ts';
import { toast } from '../../../ui/toast/toast.ts';
import styles from './contact.module.css';

const CallButtons = quietPart(() => loadSlot('CallButtons'));

const FEW_LEFT = 10;

interface ContactProps {
  ad: Board;
  isSignedIn: boolean;
  /** Whether the viewer may message the seller; undefined for guests, who have to sign in first. */
  mayWrite?: boolean;
  mayCall?: boolean;
}

function WriteLink({ ad, isSignedIn }: ContactProps) {
  const t = useText('ad-page');
  const dialog = `/conversation/${ad.board_user_id}?ad=${ad.board_id}`;
  return (
    <Link
      to={isSignedIn ? dialog : `/auth?next=${encodeURIComponent(dialog)}`}
      rel="nofollow"
      className={`${button('primary', 'wide')} ${styles.main}`}
    >
      <IconMessageCircle size={20} stroke={ICON_STROKE} aria-hidden="true" />
      {t('ad-page.write')}
    </Link>
  );
}

/** Only one button is filled: if messaging is possible, the phone is secondary. */
const phoneButton = (mayWrite: boolean): string =>
  `${button(mayWrite ? 'plain' : 'primary', 'wide')} ${styles.main} ${styles.number}`;

/** On phones beside the wide button only the icon is seen. */
function PhoneWords({ text }: { text: string }) {
  return (
    <>
      <IconPhone size={20} stroke={ICON_STROKE} aria-hidden="true" />
      <span className={styles.words}>{text}</span>
    </>
  );
}

interface OpenPhoneProps {
  phone: string;
  /** Reveals left today, after one that was just made. */
  left?: number;
  mayWrite: boolean;
}

function OpenPhone({ phone, left, mayWrite }: OpenPhoneProps) {
  const t = useText('ad-page');
  const link = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    // The pressed button is gone, so its replacement gets the focus.
    if (left !== undefined) link.current?.focus();
  }, [left]);

  const copy = (): Promise<void> => copyText(phone, t('ad-page.phone.copied'), t('frame.error.generic'));
  return (
    <>
      <a ref={link} href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={phoneButton(mayWrite)}>
        <PhoneWords text={t('ad-page.phone.call')} />
      </a>
      <button type="button" className={styles.phone} onClick={() => void copy()}>
        <span>
          <PhoneNumber>{phone}</PhoneNumber>
        </span>
        <span className={styles.copy}>
          <IconCopy size={17} stroke={ICON_STROKE} aria-hidden="true" />
          {t('ad-page.phone.copy')}
        </span>
      </button>
      {left !== undefined && left < FEW_LEFT && <p className={styles.hint}>{t('ad-page.phone.left', { left })}</p>}
    </>
  );
}

function MaskedPhone({ ad, masked, mayWrite }: { ad: Board; masked: string; mayWrite: boolean }) {
  const t = useText('ad-page');
  const [shown, setShown] = useState<{ phone: string; left: number } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  // Two presses may happen before the next render, and each reveal would be counted.
  const isSent = useRef(false);
  const [refusal, setRefusal] = useState('');

  async function reveal(): Promise<void> {
    if (isSent.current) return;
    isSent.current = true;
    setIsAsking(true);
    try {
      setShown(await call(adOwnerApi.revealPhone, { params: { id: ad.board_id } }));
    } catch (error) {
      if (error instanceof ApiError && error.message && error.status < 500) setRefusal(error.message);
      else toast.error((error instanceof ApiError && error.message) || t('frame.error.network'));
    } finally {
      isSent.current = false;
      setIsAsking(false);
    }
  }

  if (shown?.phone) return <OpenPhone phone={shown.phone} left={shown.left} mayWrite={mayWrite} />;
  if (shown) return <p className={styles.none}>{t('ad-page.phone.hidden')}</p>;
  return (
    <>
      <p className={styles.masked}>{masked}</p>
      {refusal === '' ? (
        <button type="button" className={phoneButton(mayWrite)} aria-busy={isAsking} onClick={() => void reveal()}>
          <PhoneWords text={t('ad-page.phone.show')} />
        </button>
      ) : (
        <p role="alert" className={styles.none}>
          {refusal}
        </p>
      )}
    </>
  );
}

function Phone({ ad, isSignedIn, mayWrite = false }: ContactProps) {
  const t = useText('ad-page');
  const phone = (ad.board_external === 1 && ad.user_phone) || ad.owner_phone;
  if (phone === '') return <p className={styles.none}>{t('ad-page.phone.hidden')}</p>;
  if (!isSignedIn) {
    return (
      <>
        <p className={styles.masked}>{phone}</p>
        <Link to={`/auth?next=/ad/${ad.board_id}`} className={phoneButton(mayWrite)}>
          <PhoneWords text={t('ad-page.phone.signIn')} />
        </Link>
      </>
    );
  }
  if (ad.owner_phone_masked === 1) return <MaskedPhone ad={ad} masked={phone} mayWrite={mayWrite} />;
  return <OpenPhone phone={phone} mayWrite={mayWrite} />;
}

export function Contact(props: ContactProps) {
  const t = useText('ad-page');
  if (props.ad.board_state === 'sold') return <p className={styles.none}>{t('ad-page.state.soldText')}</p>;
  return (
    <div className={styles.ways} data-write={props.mayWrite || undefined}>
      {props.mayWrite && <WriteLink {...props} />}
      {props.isSignedIn && props.mayCall && (
        <Suspense>
          <CallButtons
            person={{ id: props.ad.board_user_id, may_call: 1 }}
            place="panel"
            on="wide"
            adId={props.ad.board_id}
          />
        </Suspense>
      )}
      <Phone {...props} />
    </div>
  );
}
