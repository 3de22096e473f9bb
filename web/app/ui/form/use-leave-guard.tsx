import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';

interface LeaveTexts {
  question: string;
  loss: string;
  verb: string;
}

/**
 * Blocks navigation until the dialog is answered and asks before the tab is closed. `isDone` lets the page itself
 * navigate.
 */
export function useLeaveQuestion(isBlocking: boolean, isDone: RefObject<boolean>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isBlocking && !isDone.current && currentLocation.pathname !== nextLocation.pathname,
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
    if (!isBlocking) return;
    const ask = (event: BeforeUnloadEvent): void => {
      if (!isDone.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isBlocking, isDone]);

  return { dialog, blocker };
}

/**
 * Asks before typed or chosen input is lost by navigation or by closing the tab. `isDone` lets the form itself
 * navigate.
 */
export function useLeaveGuard(
  isUnsaved: boolean,
  isDone: RefObject<boolean>,
  { question: title, loss, verb }: LeaveTexts,
): ReactNode {
  const { dialog, blocker } = useLeaveQuestion(isUnsaved, isDone);

  return (
    <ConfirmDialog
      ref={dialog}
      question={title}
      verb={verb}
      onConfirm={() => blocker.state === 'blocked' && blocker.proceed()}
    >
      {loss}
    </ConfirmDialog>
  );
}
