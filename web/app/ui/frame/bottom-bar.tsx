import { IconLogin2, IconMenu2, IconUserPlus } from 'virtual:icons';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { SessionViewer } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import { Cached } from '../cached.tsx';
import { ICON_STROKE } from '../icon.ts';
import styles from './bottom-bar.module.css';
import { LanguageSelect } from './language-switch.tsx';
import { LazyAccountRows } from './lazy-account-rows.tsx';
import { Menu, menuRow, menuSeparator, menuTitle } from './menu.tsx';
import { SectionLink } from './section-link.tsx';
import { FAVORITES, SECTIONS, sectionsFor } from './sections.ts';
import { ThemeSelect } from './theme-switch.tsx';

const SECTIONS_SHOWN = 3;

export const bottomItem: string = styles.item ?? '';

function More({ viewer }: { viewer: SessionViewer | null }) {
  const t = useText();
  return (
    <Menu id="more-menu" label={t('frame.nav.more')} shape="drawer" cachedBy={[viewer]}>
      <MoreRows viewer={viewer} />
    </Menu>
  );
}

function MoreRows({ viewer }: { viewer: SessionViewer | null }) {
  const t = useText();
  return (
    <>
      {viewer ? (
        <>
          <p className={menuTitle}>{`${viewer.user_firstname} ${viewer.user_lastname}`.trim()}</p>
          {sectionsFor(SECTIONS, viewer.user_id)
            .slice(SECTIONS_SHOWN)
            .map(({ to, text, icon: Icon }) => (
              <Link key={to} to={to} className={menuRow}>
                <Icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
                {t(text)}
              </Link>
            ))}
          <LazyAccountRows viewerId={viewer.user_id} />
        </>
      ) : (
        <>
          <Link to={FAVORITES.to} className={menuRow}>
            <FAVORITES.icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
            {t(FAVORITES.text)}
          </Link>
          <Link to="/auth" className={menuRow}>
            <IconLogin2 size={20} stroke={ICON_STROKE} aria-hidden="true" />
            {t('frame.signIn')}
          </Link>
          <Link to="/register" className={menuRow}>
            <IconUserPlus size={20} stroke={ICON_STROKE} aria-hidden="true" />
            {t('frame.register')}
          </Link>
          <ThemeSelect />
        </>
      )}
      <hr className={menuSeparator} />
      <LanguageSelect isNamed />
    </>
  );
}

interface BottomBarProps {
  viewer: SessionViewer | null;
  add: ReactNode;
  chats: ReactNode;
  /** What `add` and `chats` depend on besides the viewer. */
  cachedBy: unknown;
}

/** The phone's bar of main sections; «Ещё» opens the rest from below. */
export function BottomBar({ cachedBy, ...parts }: BottomBarProps) {
  const t = useText();
  const { viewer } = parts;
  const { pathname } = useLocation();
  return (
    <>
      <Cached
        as="nav"
        name="bottom bar"
        by={[viewer, pathname, cachedBy]}
        className={styles.bar}
        aria-label={t('frame.nav.bottom')}
      >
        <BarItems {...parts} />
      </Cached>
      <More viewer={viewer} />
    </>
  );
}

function BarItems({ viewer, add, chats }: Omit<BottomBarProps, 'cachedBy'>) {
  const t = useText();
  return (
    <>
      {sectionsFor(SECTIONS, viewer?.user_id)
        .slice(0, SECTIONS_SHOWN)
        .map((section) => (
          <SectionLink key={section.to} section={section} className={styles.item}>
            <section.icon size={24} stroke={ICON_STROKE} aria-hidden="true" />
            <span>{t(section.text)}</span>
          </SectionLink>
        ))}
      {add}
      {chats}
      <button type="button" className={styles.item} popoverTarget="more-menu">
        <IconMenu2 size={24} stroke={ICON_STROKE} aria-hidden="true" />
        <span>{t('frame.nav.more')}</span>
      </button>
    </>
  );
}
