import { IconArrowLeft } from 'virtual:icons';
import { type ReactNode, Suspense } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { SessionViewer } from '../../platform/host.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { button, iconButton } from '../button.ts';
import { Cached } from '../cached.tsx';
import { ICON_STROKE } from '../icon.ts';
import { quietPart } from '../lazy-part.ts';
import { Logo } from './brand.tsx';
import styles from './header.module.css';
import { LanguageMenu } from './language-switch.tsx';
import { SectionLink } from './section-link.tsx';
import { FAVORITES, SECTIONS, sectionsFor } from './sections.ts';

const UserMenu = quietPart(() => import('./user-menu.tsx').then(({ UserMenu }) => UserMenu));

interface HeaderProps {
  viewer: SessionViewer | null;
  add: ReactNode;
  tools?: ReactNode;
  /** What `add` and `tools` depend on besides the viewer. */
  cachedBy: unknown;
  hasBack: boolean;
  hasTitle: boolean;
}

function BackButton() {
  const navigate = useNavigate();
  const t = useText();
  // A visitor who came from outside has no previous page on this site.
  const goBack = (): void => void (window.history.state?.idx > 0 ? navigate(-1) : navigate('/'));
  return (
    <button type="button" className={`${iconButton} ${styles.back}`} aria-label={t('frame.back')} onClick={goBack}>
      <IconArrowLeft size={24} stroke={ICON_STROKE} aria-hidden="true" />
    </button>
  );
}

export function Header({ cachedBy, hasTitle, ...parts }: HeaderProps) {
  const { viewer, hasBack } = parts;
  const { pathname, search } = useLocation();
  return (
    <Cached
      as="header"
      name="header"
      by={[viewer, hasBack, pathname, search, cachedBy]}
      className={styles.header}
      data-back={hasBack || undefined}
      data-title={hasTitle || undefined}
    >
      <HeaderParts {...parts} />
    </Cached>
  );
}

function HeaderParts({ viewer, add, tools, hasBack }: Pick<HeaderProps, 'viewer' | 'add' | 'tools' | 'hasBack'>) {
  const t = useText();
  const lang = useLanguage();
  const { pathname, search } = useLocation();
  return (
    <>
      <a className={styles.skip} href="#content">
        {t('frame.skip')}
      </a>
      <div className={`wrap ${styles.bar}`}>
        {hasBack && <BackButton />}
        <Link to="/" aria-label={t('frame.home')} className={styles.logo}>
          <Logo height={25} lang={lang} />
        </Link>
        <nav aria-label={t('frame.nav.sections')} className={styles.nav}>
          {sectionsFor(SECTIONS, viewer?.user_id).map((section) => (
            <SectionLink key={section.to} section={section} className={styles.item} title={t(section.text)}>
              <section.icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
              <span>{t(section.text)}</span>
            </SectionLink>
          ))}
        </nav>
        <div className={styles.right}>
          <div className={styles.add}>{add}</div>
          <Link
            to={FAVORITES.to}
            className={`${iconButton} ${styles.favorites}`}
            aria-current={pathname + search === FAVORITES.to ? 'page' : undefined}
            aria-label={t(FAVORITES.text)}
            title={t(FAVORITES.text)}
          >
            <FAVORITES.icon size={22} stroke={ICON_STROKE} aria-hidden="true" />
          </Link>
          {viewer && tools}
          <LanguageMenu />
          {viewer ? (
            <Suspense fallback={<span className={styles.me} />}>
              <UserMenu viewer={viewer} />
            </Suspense>
          ) : (
            <>
              <Link to="/auth" className={`${button('quiet')} ${styles.signIn}`}>
                {t('frame.signIn')}
              </Link>
              <Link to="/register" className={`${button('plain')} ${styles.register}`}>
                {t('frame.register')}
              </Link>
            </>
          )}
        </div>
      </div>
    </>
  );
}
