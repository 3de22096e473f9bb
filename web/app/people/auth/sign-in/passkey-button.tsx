import type { Session } from '@app/contract/people/auth';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import {
  cancelPasskey,
  findObstacle,
  isCancelled,
  offerPasskey,
  signInByPasskey,
} from '../../security/passkey-ceremony.ts';
import styles from '../auth-form.module.css';

/** Before the server forgets the question that waits among the browser's suggestions, another takes its place. */
const RENEW_MS = 4 * 60_000;

/** A domain, not an address of numbers: browsers keep passkeys for domains only. */
const domainOf = (publicUrl: string): string => {
  if (!URL.canParse(publicUrl)) return '';
  const { hostname } = new URL(publicUrl);
  return /^[\d.]+$|^\[/.test(hostname) ? '' : hostname;
};

interface PasskeyButtonProps {
  /** Address of the site as the server knows it. */
  publicUrl: string;
  onSignedIn: (session: Session) => Promise<void>;
}

/** «Войти с ключом доступа», and the same among the suggestions of the login field. Where neither works, nothing shows. */
export function PasskeyButton({ publicUrl, onSignedIn }: PasskeyButtonProps) {
  const t = useText('auth');
  const [isHere, setHere] = useState(false);
  const { isSending, submit } = useSubmit({ onError: isCancelled });
  const signedIn = useRef(onSignedIn);
  signedIn.current = onSignedIn;

  useEffect(() => {
    if (findObstacle(domainOf(publicUrl)) !== null || !window.isSecureContext) return;
    setHere(true);
    let isGone = false;
    const offer = (): void => {
      offerPasskey().then(
        (session) => session && !isGone && void signedIn.current(session),
        // Nobody asked for anything yet, so there is nothing to say: the button is there.
        () => {},
      );
    };
    offer();
    const timer = setInterval(offer, RENEW_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
      void cancelPasskey();
    };
  }, [publicUrl]);

  if (!isHere) return null;
  return (
    <div className={styles.other}>
      <button
        type="button"
        className={button('plain', 'wide')}
        disabled={isSending}
        onClick={() => void submit(async () => onSignedIn(await signInByPasskey()))}
      >
        <IconFingerprint size={20} stroke={ICON_STROKE} aria-hidden="true" />
        {t('auth.passkey')}
      </button>
    </div>
  );
}
