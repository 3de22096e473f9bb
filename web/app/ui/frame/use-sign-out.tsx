import { type ReactNode, useState } from 'react';
import { authApi } from '#contract/people/auth';
import { call } from '../../platform/call.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { loadSlot } from '../../platform/slots.ts';
import { toast } from '../toast/toast.ts';

/** Limit in milliseconds for clearing local data, because a database opened in another tab may block the deletion. */
const CLEAR_TIMEOUT_MS = 3000;

interface SignOut {
  requestSignOut(): Promise<void>;
  question: ReactNode;
}

/** Ends the session and deletes its data in this browser, then calls `onDone` while the page is already signed out. */
export function useSignOut(viewerId: number, onDone: () => void): SignOut {
  const t = useText();
  const lang = useLanguage();
  const [question, setQuestion] = useState<ReactNode>(null);

  async function requestSignOut(): Promise<void> {
    try {
      const { findQuestion } = await loadSlot('localData');
      const Question = await findQuestion(viewerId, lang);
      if (Question === null) return await signOut();
      setQuestion(<Question onConfirm={() => void signOut()} onClose={() => setQuestion(null)} />);
    } catch {
      toast.error(t('frame.error.network'));
    }
  }

  async function signOut(): Promise<void> {
    let showSignOutReason: (isShown?: boolean) => void = () => undefined;
    try {
      ({ showSignOutReason: showSignOutReason } = await import('../../platform/signed-out.ts'));
      // Requests of this page fail from now on and must not redirect to sign-in.
      showSignOutReason();
      await call(authApi.logout);
      const { clear } = await loadSlot('localData');
      // The session ends even if clearing local data takes too long.
      await Promise.race([clear(viewerId), new Promise((resolve) => setTimeout(resolve, CLEAR_TIMEOUT_MS))]);
      onDone();
    } catch {
      showSignOutReason(false);
      toast.error(t('frame.error.generic'));
    }
  }

  return { requestSignOut, question };
}
