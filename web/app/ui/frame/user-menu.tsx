import { IconChevronDown } from 'virtual:icons';
import type { SessionViewer } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import { UserPic } from '../user-pic.tsx';
import styles from './header.module.css';
import { LazyAccountRows } from './lazy-account-rows.tsx';
import { Menu, menuTitle } from './menu.tsx';

export function UserMenu({ viewer }: { viewer: SessionViewer }) {
  const t = useText();
  const name = `${viewer.user_firstname} ${viewer.user_lastname}`.trim();
  return (
    <>
      <button type="button" className={styles.me} popoverTarget="user-menu">
        <span className="sr">{t('frame.menu.profile', { name })}</span>
        <UserPic
          firstname={viewer.user_firstname}
          lastname={viewer.user_lastname}
          photo={viewer.user_photo}
          size={36}
        />
        <IconChevronDown size={16} stroke={2} aria-hidden="true" />
      </button>
      <Menu id="user-menu" label={t('frame.menu.profile', { name })}>
        <p className={menuTitle}>{name}</p>
        <LazyAccountRows viewerId={viewer.user_id} />
      </Menu>
    </>
  );
}
