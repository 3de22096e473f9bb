import { IconLogout } from '@tabler/icons-react';
import { Link } from 'react-router';
import { authApi } from '#contract/auth';
import { call } from '../platform/call.ts';
import { useText } from '../platform/i18n.tsx';
import { ICON_STROKE } from './icon.ts';
import { menuLine, menuRow } from './menu.tsx';
import { ACCOUNT_SECTIONS } from './sections.ts';
import { ThemeSelect } from './theme-switch.tsx';
import { toast } from './toast.ts';

/** Rows of a signed-in person: own pages, theme, sign-out. */
export function AccountRows() {
  const t = useText();

  async function signOut(): Promise<void> {
    try {
      await call(authApi.logout);
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
      <button type="button" className={menuRow} onClick={() => void signOut()}>
        <IconLogout size={20} stroke={ICON_STROKE} aria-hidden="true" />
        {t('frame.signOut')}
      </button>
    </>
  );
}
