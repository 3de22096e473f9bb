import {
  IconBellSearch,
  IconLogout,
  IconMessageCircle,
  IconSettings,
  IconSpeakerphone,
  IconUserCircle,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { authApi } from '#contract/auth';
import { call } from '../platform/call.ts';
import { useText } from '../platform/i18n.tsx';
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
  { to: '/searches', text: 'frame.menu.searches', icon: IconBellSearch },
  { to: '/profile', text: 'frame.menu.settings', icon: IconSettings },
];

const SignOutQuestion = lazy(() =>
  import('../chat/list/sign-out-question.tsx').then(({ SignOutQuestion }) => ({ default: SignOutQuestion })),
);

/** Rows of a signed-in person: own pages, theme, sign-out. */
export function AccountRows() {
  const t = useText();

  const [isAsking, setAsking] = useState(false);

  async function askFirst(): Promise<void> {
    const { hasUnsent } = await import('../chat/engine/send.ts');
    if (await hasUnsent().catch(() => false)) setAsking(true);
    else await signOut();
  }

  async function signOut(): Promise<void> {
    try {
      await call(authApi.logout);
      const { forgetUnsent } = await import('../chat/engine/send.ts');
      await forgetUnsent();
      window.location.reload();
    } catch {
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
      {isAsking && (
        <Suspense>
          <SignOutQuestion onConfirm={() => void signOut()} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
