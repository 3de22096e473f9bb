import { IconCopy, IconQrcode, IconShare } from 'virtual:icons';
import type { OwnInvitation } from '@app/contract/money/invitations';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { invitationsApi } from '#contract/money/invitations';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button, iconButton } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { copyText } from '../../ui/text/copy-text.ts';
import styles from './invite-share.module.css';

// The QR encoder is loaded only when the code is shown.
const InviteQr = lazy(() => import('./invite-qr.tsx').then((module) => ({ default: module.InviteQr })));

interface InviteShareProps {
  /** Loaded by the component itself when the page does not pass an invitation. */
  invitation?: OwnInvitation | null;
  isBare?: boolean;
}

export function InviteShare({ invitation: given = null, isBare = false }: InviteShareProps) {
  const t = useText('invitations');
  const titleId = useId();
  const { invitation, hasFailed, retry } = useInvitation(given);
  return (
    <section className={styles.share} aria-labelledby={isBare ? undefined : titleId}>
      {!isBare && (
        <>
          <h2 id={titleId}>{t('invitations.share.title')}</h2>
          <p className={styles.text}>{t('invitations.share.text')}</p>
        </>
      )}
      {invitation && <ShareActions invitation={invitation} />}
      {!invitation && !hasFailed && <div className={styles.waiting} role="status" aria-label={t('frame.loading')} />}
      {hasFailed && (
        <p className={styles.failed} role="alert">
          {t('invitations.share.failed')}
          <button type="button" className="link" onClick={retry}>
            {t('frame.retry')}
          </button>
        </p>
      )}
    </section>
  );
}

function useInvitation(given: OwnInvitation | null) {
  const [loaded, setLoaded] = useState<OwnInvitation | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isGiven = given !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    if (isGiven) return;
    const leaving = new AbortController();
    call(invitationsApi.own, { signal: leaving.signal }).then(setLoaded, (error: unknown) => {
      if (leaving.signal.aborted) return;
      if (!isApiError(error)) throw error;
      setFailed(true);
    });
    return () => leaving.abort();
  }, [isGiven, attempt]);

  function retry(): void {
    setFailed(false);
    setAttempt((count) => count + 1);
  }
  return { invitation: given ?? loaded, hasFailed, retry };
}

function ShareActions({ invitation: { code, link } }: { invitation: OwnInvitation }) {
  const t = useText('invitations');
  const linkId = useId();
  const [isQrOpen, setQrOpen] = useState(false);
  const [mayShare, setMayShare] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => setMayShare(typeof navigator.share === 'function'), []);

  const copy = (text: string, done: string): Promise<void> => copyText(text, done, t('invitations.share.copyFailed'));

  async function share(): Promise<void> {
    try {
      await navigator.share({ title: t('frame.name'), text: t('invitations.share.message'), url: link });
    } catch (error) {
      // Cancelling the system's share window also throws an `AbortError`.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      await copy(link, t('invitations.share.linkCopied'));
    }
  }

  return (
    <>
      <label htmlFor={linkId} className={styles.label}>
        {t('invitations.share.link')}
      </label>
      <div className={styles.link}>
        <input
          id={linkId}
          className={styles.address}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button
          type="button"
          className={button('primary')}
          onClick={() => void copy(link, t('invitations.share.linkCopied'))}
        >
          <IconCopy size={19} stroke={ICON_STROKE} aria-hidden="true" />
          {t('invitations.share.copyLink')}
        </button>
      </div>
      <div className={styles.more}>
        <span className={styles.code}>
          <span className="dim">{t('invitations.share.code')}</span>
          <b>{code}</b>
          <button
            type="button"
            className={iconButton}
            aria-label={t('invitations.share.copyCode')}
            title={t('invitations.share.copyCode')}
            onClick={() => void copy(code, t('invitations.share.codeCopied'))}
          >
            <IconCopy size={18} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
        </span>
        <span className={styles.ways}>
          {mayShare && (
            <button type="button" className={button('plain')} onClick={() => void share()}>
              <IconShare size={19} stroke={ICON_STROKE} aria-hidden="true" />
              {t('invitations.share.native')}
            </button>
          )}
          <button ref={opener} type="button" className={button('plain')} onClick={() => setQrOpen(true)}>
            <IconQrcode size={19} stroke={ICON_STROKE} aria-hidden="true" />
            {t('invitations.share.qr')}
          </button>
        </span>
      </div>
      {isQrOpen && (
        <Suspense>
          <InviteQr
            link={link}
            code={code}
            onClose={() => {
              setQrOpen(false);
              opener.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
