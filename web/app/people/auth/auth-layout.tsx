import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { Logo } from '../../ui/frame/brand.tsx';
import { LanguageSelect } from '../../ui/frame/language-switch.tsx';
import { ThemeSelect } from '../../ui/frame/theme-switch.tsx';
import styles from './auth-layout.module.css';
import { Orbit } from './orbit.tsx';

interface AuthLayoutProps {
  /** Beside the switches of theme and language; by default, the way to sign in. */
  aside?: ReactNode;
  children: ReactNode;
}

export function AuthLayout({ aside, children }: AuthLayoutProps) {
  const t = useText('auth');
  const lang = useLanguage();
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#content">
        {t('frame.skip')}
      </a>
      <header className={styles.top}>
        <Link to="/" aria-label={t('frame.home')} className={styles.logo}>
          <Logo height={26} lang={lang} />
        </Link>
        <div className={styles.tools}>
          <span className={styles.theme}>
            <ThemeSelect />
          </span>
          <span className={styles.language}>
            <LanguageSelect />
          </span>
          <span className={styles.aside}>
            {aside ?? (
              <>
                {t('auth.login.haveAccount')} <Link to="/auth">{t('auth.login.submit')}</Link>
              </>
            )}
          </span>
        </div>
      </header>
      <main id="content" className={styles.main}>
        <div className={styles.column}>{children}</div>
        <div className={styles.art}>
          <Orbit />
        </div>
      </main>
    </div>
  );
}
