import {
  IconBrandApple,
  IconBrandGooglePlay,
  IconBrandTelegram,
  IconBrandVk,
  IconBrandYoutube,
  IconDeviceMobile,
  IconWorld,
} from 'virtual:icons';
import type { Site } from '@app/contract/platform/page-host';
import { Link } from 'react-router';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { button } from '../button.ts';
import { ICON_STROKE } from '../icon.ts';
import { Logo } from './brand.tsx';
import styles from './footer.module.css';
import type { FooterLink, FooterProps } from './footer.tsx';
import { LanguageSelect } from './language-switch.tsx';
import { ThemeSelect } from './theme-switch.tsx';

const SOCIAL_ICONS = [
  ['t.me', IconBrandTelegram],
  ['vk.', IconBrandVk],
  ['youtube', IconBrandYoutube],
] as const;
const STORE_ICONS = [
  ['apple', IconBrandApple],
  ['google', IconBrandGooglePlay],
] as const;

function iconFor<T>(icons: readonly (readonly [part: string, icon: T])[], url: string, other: T): T {
  return icons.find(([part]) => url.includes(part))?.[1] ?? other;
}

function About({ socialLinks }: Pick<Site, 'socialLinks'>) {
  const t = useText();
  const lang = useLanguage();
  return (
    <div>
      <Logo height={24} lang={lang} />
      <p className={styles.about}>{t('frame.footer.about')}</p>
      {socialLinks.length > 0 && (
        <div className={styles.social}>
          {socialLinks.map(({ name, url }) => {
            const Icon = iconFor(SOCIAL_ICONS, url, IconWorld);
            return (
              <a key={url} href={url} rel="noopener" aria-label={name} className={styles.round}>
                <Icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
              </a>
            );
          })}
        </div>
      )}
    </div>
  );
}

function Stores({ storeLinks }: Pick<Site, 'storeLinks'>) {
  const t = useText();
  return (
    <div>
      <h2 className={styles.heading}>{t('frame.footer.apps')}</h2>
      <div className={styles.stores}>
        {storeLinks.map(({ name, url }) => {
          const Icon = iconFor(STORE_ICONS, url, IconDeviceMobile);
          return (
            <a key={url} href={url} rel="noopener" className={button('plain')}>
              <Icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
              {name}
            </a>
          );
        })}
      </div>
    </div>
  );
}

export function FooterParts({ site, categories }: FooterProps) {
  const t = useText();
  const documents: FooterLink[] = [
    { to: '/contacts', name: t('frame.footer.contacts') },
    { to: '/requisites', name: t('frame.footer.requisites') },
    { to: '/agreement', name: t('frame.footer.agreement') },
    { to: '/policy', name: t('frame.footer.policy') },
    { to: '/recommendations-rules', name: t('frame.footer.recommendations') },
    { to: '/promise', name: t('frame.footer.promise') },
  ];
  return (
    <>
      <div className={`wrap ${styles.grid}`}>
        <About socialLinks={site.socialLinks} />
        <nav aria-label={t('frame.footer.categories')}>
          <h2 className={styles.heading}>{t('frame.footer.categories')}</h2>
          <ul className={styles.categories}>
            {categories.map(({ to, name }) => (
              <li key={to}>
                <Link to={to}>{name}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label={t('frame.footer.service')}>
          <h2 className={styles.heading}>{t('frame.name')}</h2>
          <ul className={styles.links}>
            {documents.map(({ to, name }) => (
              <li key={to}>
                <Link to={to}>{name}</Link>
              </li>
            ))}
          </ul>
        </nav>
        {site.storeLinks.length > 0 && <Stores storeLinks={site.storeLinks} />}
      </div>
      <div className={`wrap ${styles.bottom}`}>
        <span>
          © {site.copyrightYears} {t('frame.name')}
        </span>
        <LanguageSelect />
        <ThemeSelect />
      </div>
    </>
  );
}
