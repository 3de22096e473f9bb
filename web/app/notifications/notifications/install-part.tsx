import { useEffect, useState } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { isApple, isInstalled, useInstall } from './install.ts';
import styles from './notification-settings.module.css';

export function InstallPart() {
  const t = useText('bell-settings');
  const install = useInstall();
  const [place, setPlace] = useState<'installed' | 'apple' | 'other'>('other');
  useEffect(() => setPlace(isInstalled() ? 'installed' : isApple() ? 'apple' : 'other'), []);
  const hint = { installed: t('bell-settings.install.done'), apple: t('bell-settings.install.ios') };
  return (
    <section className={styles.part} aria-labelledby="install">
      <h2 id="install">{t('bell-settings.install.title')}</h2>
      <div className={styles.line}>
        <div>
          <p className="dim">{t('bell-settings.install.text')}</p>
          {install === undefined && (
            <p className={styles.hint}>{place === 'other' ? t('bell-settings.install.menu') : hint[place]}</p>
          )}
        </div>
        {install !== undefined && (
          <button type="button" className={button('plain')} onClick={() => void install()}>
            {t('bell-settings.install.button')}
          </button>
        )}
      </div>
    </section>
  );
}
