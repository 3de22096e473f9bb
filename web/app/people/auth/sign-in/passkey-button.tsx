import { IconFingerprint } from 'virtual:icons';
import type { Session } from '@app/contract/people/auth';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { whenQuiet } from '../../../platform/loading/page-quiet.ts';
import { button } from '../../../ui/button.ts';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from '../auth-form.module.css';
import { cancelPasskey, findObstacle, isCancelled, offerPasskey, signInByPasskey } from '../passkey-ceremony.ts';

/** Milliseconds; the challenge of the conditional request is renewed before the server expires it. */
const RENEW_MS = 4 * 60_000;

/** Returns the domain, or '' for an IP address, because passkeys exist for domains only. */
const domainOf = (publicUrl: string): string => {
  if (!URL.canParse(publicUrl)) return '';
  const { hostname } = new URL(publicUrl);
  return /^[\d.]+$|^\[/.test(hostname) ? '' : hostname;
};

interface PasskeyButtonProps {
  publicUrl: string;
  /** By password: a passkey that was offered meanwhile would be asked for in a session that its request knows nothing of. */
  isSigningIn: boolean;
  onSignedIn: (session: Session) => Promise<void>;
}

/** Offers passkeys by button and by autofill of the login field. Renders nothing where neither works. */
export function PasskeyButton({ publicUrl, isSigningIn, onSignedIn }: PasskeyButtonProps) {
  const t = useText('auth');
  const [isHere, setHere] = useState(false);
  const { isSending, submit } = useSubmit({ onError: isCancelled });
  const signedIn = useRef(onSignedIn);
  signedIn.current = onSignedIn;

  useEffect(() => {
    if (findObstacle(domainOf(publicUrl)) !== null || !window.isSecureContext) return;
    setHere(true);
    if (isSigningIn) return;
    let isGone = false;
    const offer = (): void => {
      offerPasskey(() => !isGone).then(
        (session) => session && !isGone && void signedIn.current(session),
        // Autofill was not requested by the user, so its failure is not reported.
        () => {},
      );
    };
    // Who signs in at once needs no offer.
    void whenQuiet().then(() => isGone || offer());
    const timer = setInterval(offer, RENEW_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
      void cancelPasskey();
    };
  }, [publicUrl, isSigningIn]);

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
