import { type ReactNode, useState } from 'react';
import { authApi } from '#contract/people/auth';
import { call } from '../../platform/call.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { loadTexts } from '../../platform/texts.ts';
import { toast } from '../toast/toast.ts';

/** Limit in milliseconds for clearing local data, because a database opened in another tab may block the deletion. */
const CLEAR_TIMEOUT_MS = 3000;

interface SignOut {
  requestSignOut(): Promise<void>;
  question: ReactNode;
}

/** Ends the session and deletes its data in this browser, then calls `onDone` while the page is already signed out. */
export function useSignOut(onDone: () => void): SignOut {
  const t = useText();
  const lang = useLanguage();
  const [question, setQuestion] = useState<ReactNode>(null);

  async function requestSignOut(): Promise<void> {
    try {
      const [{ hasUnsent }, { hasRecordings }, { SignOutQuestion }] = await Promise.all([
        import('../../messaging/chat/engine/send.ts'),
        import('../../messaging/calls/recording/clear-recordings.ts'),
        import('../../messaging/chat/list/sign-out-question.tsx'),
        loadTexts(lang, 'chats'),
      ]);
      const lost = [hasUnsent(), hasRecordings()].map((isAny) => isAny.catch(() => false));
      const [messages = false, recordings = false] = await Promise.all(lost);
      if (!messages && !recordings) return await signOut();
      const answers = { onConfirm: () => void signOut(), onClose: () => setQuestion(null) };
      setQuestion(<SignOutQuestion unsaved={{ messages, recordings }} {...answers} />);
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
      const [{ clearUnsent }, { clearRecordings }, { clearPublicationDrafts }, { clearUploads }] = await Promise.all([
        import('../../messaging/chat/engine/send.ts'),
        import('../../messaging/calls/recording/clear-recordings.ts'),
        import('../../publishing/publications/editor/draft-store.ts'),
        import('../../files/uploads/upload-memory.ts'),
      ]);
      // The session ends even if clearing local data fails or takes too long.
      const clearing = Promise.allSettled([clearUnsent(), clearRecordings(), clearPublicationDrafts(), clearUploads()]);
      await Promise.race([clearing, new Promise((resolve) => setTimeout(resolve, CLEAR_TIMEOUT_MS))]);
      onDone();
    } catch {
      showSignOutReason(false);
      toast.error(t('frame.error.generic'));
    }
  }

  return { requestSignOut, question };
}
