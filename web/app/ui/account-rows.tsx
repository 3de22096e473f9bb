import {
  IconBellSearch,
  IconBookmarks,
  IconLogout,
  IconMessageCircle,
  IconSettings,
  IconSpeakerphone,
  IconUserCircle,
} from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { Link } from 'react-router';
import { authApi } from '#contract/auth';
import { call } from '../platform/call.ts';
import { useLanguage, useText } from '../platform/i18n.tsx';
import { loadTexts } from '../platform/texts.ts';
import { ICON_STROKE } from './icon.ts';
import { menuLine, menuRow } from './menu.tsx';
import type { Section } from './sections.ts';
import { ThemeSelect } from './theme-switch.tsx';
import { toast } from './toast.ts';

/** Rows of the profile menu and of the phone's «Ещё» drawer, above theme and sign-out. */
const ACCOUNT_SECTIONS: readonly Pick<Section, 'to' | 'text' | 'icon'>[] = [
  { to: '/profile/site', text: 'frame.menu.site', icon: IconUserCircle },
  { to: '/profile/messages', text: 'frame.menu.messages', icon: IconMessageCircle },
  { to: '/ads', text: 'frame.menu.ads', icon: IconSpeakerphone },
  { to: '/collections', text: 'frame.menu.collections', icon: IconBookmarks },
  { to: '/searches', text: 'frame.menu.searches', icon: IconBellSearch },
  { to: '/profile', text: 'frame.menu.settings', icon: IconSettings },
];

/** A store that another tab holds open may keep one waiting. */
const FORGET_MS = 3000;

interface Answers {
  onConfirm: () => void;
  onClose: () => void;
}

/** Rows of a signed-in person: own pages, theme, sign-out. */
export function AccountRows() {
  const t = useText();

  const lang = useLanguage();
  const [Question, setQuestion] = useState<ComponentType<Answers> | null>(null);

  /** Messages that were not sent go with the session. */
  async function askFirst(): Promise<void> {
    try {
      const [{ hasUnsent }, { SignOutQuestion }] = await Promise.all([
        import('../chat/engine/send.ts'),
        import('../chat/list/sign-out-question.tsx'),
        loadTexts(lang, 'chats'),
      ]);
      if (await hasUnsent().catch(() => false)) setQuestion(() => SignOutQuestion);
      else await signOut();
    } catch {
      toast.error(t('frame.error.network'));
    }
  }

  async function signOut(): Promise<void> {
    let keepLastWord: (isKept?: boolean) => void = () => undefined;
    try {
      ({ keepLastWord } = await import('../platform/session-over.ts'));
      // What is under way on this page is refused from now on, and must not send the person to sign in again.
      keepLastWord();
      await call(authApi.logout);
      const [{ forgetUnsent }, { forgetPosts }, { forgetUploads }] = await Promise.all([
        import('../chat/engine/send.ts'),
        import('../posts/make/draft-store.ts'),
        import('../uploads/upload-memory.ts'),
      ]);
      // The session is over whatever the browser does with its own stores, and however long it takes.
      const forgetting = Promise.allSettled([forgetUnsent(), forgetPosts(), forgetUploads()]);
      await Promise.race([forgetting, new Promise((resolve) => setTimeout(resolve, FORGET_MS))]);
      window.location.reload();
    } catch {
      keepLastWord(false);
      toast.error(t('frame.error.generic'));
    }
  }

  return (
    <>
      {ACCOUNT_SECTIONS.map(({ to, text, icon: Icon }) => (
        <Link key={to} to={to} className={menuRow}>
          <Icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
          {t(text)}
        </Link>
      ))}
      <ThemeSelect />
      <hr className={menuLine} />
      <button type="button" className={menuRow} onClick={() => void askFirst()}>
        <IconLogout size={20} stroke={ICON_STROKE} aria-hidden="true" />
        {t('frame.signOut')}
      </button>
      {Question && <Question onConfirm={() => void signOut()} onClose={() => setQuestion(null)} />}
    </>
  );
}
