import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveWords {
  question: string;
  /** What is lost. */
  loss: string;
  /** Of the red button. */
  verb: string;
}

/** Asks before what is typed or chosen is lost, by a link or by closing the tab. `isDone` lets the form itself go on. */
export function useLeaveGuard(
  isUnsaved: boolean,
  isDone: RefObject<boolean>,
  { question: title, loss, verb }: LeaveWords,
): ReactNode {
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
      question={title}
      verb={verb}
      onConfirm={() => blocker.state === 'blocked' && blocker.proceed()}
    >
      {loss}
    </ConfirmDialog>
  );
}
