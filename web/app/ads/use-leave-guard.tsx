import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useText } from '../platform/i18n.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Asks before what is typed or chosen is lost, by a link or by closing the tab. `isDone` lets the form itself go on. */
export function useLeaveGuard(isUnsaved: boolean, isDone: RefObject<boolean>, loss: string): ReactNode {
  const t = useText('ad-form');
  const dialog = useRef<HTMLDialogElement>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && !isDone.current && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = dialog.current;
    const stay = (): void => blocker.reset();
    question?.showModal();
    question?.addEventListener('close', stay);
    return () => question?.removeEventListener('close', stay);
  }, [blocker]);

  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent): void => {
      if (!isDone.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved, isDone]);

  return (
    <ConfirmDialog
      ref={dialog}
      question={t('ad-form.leave.title')}
      verb={t('ad-form.leave.verb')}
      onConfirm={() => blocker.state === 'blocked' && blocker.proceed()}
    >
      {loss}
    </ConfirmDialog>
  );
}
