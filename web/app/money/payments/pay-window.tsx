import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { BareDialog } from '../../ui/dialog/dialog.tsx';
import styles from './offer.module.css';

interface PayWindowProps {
  titleId: string;
  onClose: () => void;
  /** Receives the function that closes the dialog. */
  children: (decline: () => void) => ReactNode;
}

/** Modal dialog over the current page, which does not scroll meanwhile. Esc declines. */
export function PayWindow({ titleId, onClose, children }: PayWindowProps) {
  const dialog: RefObject<HTMLDialogElement | null> = useRef(null);
  useEffect(() => {
    // Reserves the width of the hidden scrollbar, so that the page does not shift.
    const { style, clientWidth } = document.documentElement;
    style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`);
    dialog.current?.showModal();
    return () => void style.removeProperty('--scrollbar');
  }, []);
  return (
    <BareDialog ref={dialog} className={styles.modal} aria-labelledby={titleId} onClose={onClose}>
      {children(() => dialog.current?.close())}
    </BareDialog>
  );
}

interface OfferWaitingProps {
  hasFailed: boolean;
  onRetry: () => void;
  onDecline: () => void;
}

export function OfferWaiting({ hasFailed, onRetry, onDecline }: OfferWaitingProps) {
  const t = useText('payments');
  return (
    <div className={styles.waiting} role="status">
      {hasFailed ? (
        <>
          <p>{t('payments.modal.offerFailed')}</p>
          <div className={styles.actions}>
            <button type="button" className={button('primary')} onClick={onRetry}>
              {t('payments.modal.offerRetry')}
            </button>
            <button type="button" className={button('plain')} onClick={onDecline}>
              {t('payments.modal.decline')}
            </button>
          </div>
        </>
      ) : (
        <span className="sr">{t('payments.modal.loading')}</span>
      )}
    </div>
  );
}
