import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../confirm-dialog.tsx';

interface LeaveTexts {
  question: string;
  /** What is lost. */
  loss: string;
  /** Of the red button. */
  verb: string;
}

/** Holds who leaves by a link until the dialog is answered, and asks who closes the tab. `isDone` lets the page itself go on. */
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

/** Asks before what is typed or chosen is lost, by a link or by closing the tab. `isDone` lets the form itself go on. */
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
