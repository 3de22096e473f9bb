import { IconLogout, IconSun, IconX } from 'virtual:icons';
import { Link, NavLink } from 'react-router';
import { formatNumber } from '../../../platform/format/format.ts';
import type { SessionViewer } from '../../../platform/host.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { iconButton } from '../../../ui/button.ts';
import { Logo } from '../../../ui/frame/brand.tsx';
import { useSignOut } from '../../../ui/frame/use-sign-out.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import { ADMIN_GROUPS, type Counter } from './sections.ts';
import styles from './side-menu.module.css';
import { mayDo, roleOfViewer } from './staff-host.ts';

/** The own data of whoever works here, below the figures of the day. */
const PROFILE = '/admin#profile';

interface SideMenuProps {
  viewer: SessionViewer;
  counters: Partial<Record<Counter, number>>;
  onClose?: () => void;
}

export function SideMenu({ viewer, counters, onClose }: SideMenuProps) {
  const t = useText('admin');
  const lang = useLanguage();
  return (
    <div className={styles.menu}>
      <div className={styles.head}>
        <Link to="/" aria-label={t('frame.home')}>
          <Logo height={22} lang={lang} />
        </Link>
        <span className={styles.mark}>{t('admin.mark')}</span>
        {onClose && (
          <button
            type="button"
            className={`${iconButton} ${styles.close}`}
            aria-label={t('frame.close')}
            onClick={onClose}
          >
            <IconX size={22} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
        )}
      </div>
      <nav aria-label={t('admin.title')} className={styles.sections}>
        <NavLink to="/admin" end className={styles.section}>
          <IconSun size={20} stroke={ICON_STROKE} aria-hidden="true" />
          {t('admin.nav.today')}
        </NavLink>
        {ADMIN_GROUPS.map(({ text: title, sections }) => {
          const open = sections.filter(({ permission }) => mayDo(viewer, permission));
          if (open.length === 0) return null;
          return (
            <section key={title} aria-label={t(title)} className={styles.group}>
              <p aria-hidden="true">{t(title)}</p>
              {open.map(({ path, text, icon: Icon, counter }) => (
                <NavLink key={path} to={path} className={styles.section}>
                  <Icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
                  {t(text)}
                  <Waiting count={counter && counters[counter]} />
                </NavLink>
              ))}
            </section>
          );
        })}
      </nav>
      <Account viewer={viewer} />
    </div>
  );
}

function Waiting({ count = 0 }: { count?: number | undefined }) {
  const t = useText('admin');
  const lang = useLanguage();
  if (count === 0) return null;
  return (
    <span className={styles.waiting}>
      <span aria-hidden="true">{formatNumber(lang, count)}</span>
      <span className="sr">{t('admin.waiting', { count })}</span>
    </span>
  );
}

function Account({ viewer }: { viewer: SessionViewer }) {
  const t = useText('admin');
  const { requestSignOut, question } = useSignOut(viewer.user_id, () => window.location.assign('/auth'));
  const { user_firstname: firstname, user_lastname: lastname, user_photo: photo } = viewer;
  const role = roleOfViewer(viewer);
  return (
    <div className={styles.account}>
      <Link to={PROFILE} className={styles.person}>
        <UserPic firstname={firstname} lastname={lastname} photo={photo} size={32} />
        <span>
          <b>{`${firstname} ${lastname}`.trim()}</b>
          {role && <small>{t(`admin.role.${role}`)}</small>}
        </span>
      </Link>
      <button
        type="button"
        className={iconButton}
        aria-label={t('frame.signOut')}
        title={t('frame.signOut')}
        onClick={() => void requestSignOut()}
      >
        <IconLogout size={20} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
      {question}
    </div>
  );
}
