import {
  IconBellSearch,
  IconBookmarks,
  IconLogout,
  IconMessageCircle,
  IconSettings,
  IconSpeakerphone,
  IconUserCircle,
  IconUsers,
} from 'virtual:icons';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../icon.ts';
import { menuRow, menuSeparator } from './menu.tsx';
import { FAVORITES, type Section } from './sections.ts';
import { ThemeSelect } from './theme-switch.tsx';
import { useSignOut } from './use-sign-out.tsx';

const ACCOUNT_SECTIONS: readonly Pick<Section, 'to' | 'text' | 'icon'>[] = [
  { to: '/profile/site', text: 'frame.menu.site', icon: IconUserCircle },
  { to: '/circle', text: 'frame.menu.circle', icon: IconUsers },
  { to: '/profile/messages', text: 'frame.menu.messages', icon: IconMessageCircle },
  { to: '/ads', text: 'frame.menu.ads', icon: IconSpeakerphone },
  FAVORITES,
  { to: '/collections', text: 'frame.menu.collections', icon: IconBookmarks },
  { to: '/searches', text: 'frame.menu.searches', icon: IconBellSearch },
  { to: '/profile', text: 'frame.menu.settings', icon: IconSettings },
];

export function AccountRows({ viewerId }: { viewerId: number }) {
  const t = useText();
  const { requestSignOut, question } = useSignOut(viewerId, () => window.location.reload());
  return (
    <>
      {ACCOUNT_SECTIONS.map(({ to, text, icon: Icon }) => (
        <Link key={to} to={to} className={menuRow}>
          <Icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
          {t(text)}
        </Link>
      ))}
      <ThemeSelect />
      <hr className={menuSeparator} />
      <button type="button" className={menuRow} onClick={() => void requestSignOut()}>
        <IconLogout size={20} stroke={ICON_STROKE} aria-hidden="true" />
        {t('frame.signOut')}
      </button>
      {question}
    </>
  );
}
