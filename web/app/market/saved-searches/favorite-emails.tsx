import { useState } from 'react';
import { searchesApi } from '#contract/market/searches';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { Toggle } from '../../ui/form/toggle.tsx';
import { toast } from '../../ui/toast/toast.ts';
import styles from './search-row.module.css';

export function FavoriteEmails({ isOn: given }: { isOn: boolean }) {
  const t = useText('searches');
  const [isOn, setIsOn] = useState(given);

  async function turn(): Promise<void> {
    setIsOn(!isOn);
    try {
      await call(searchesApi.changeEmailPreferences, { body: { favorites: isOn ? 0 : 1 } });
    } catch {
      setIsOn(isOn);
      toast.error(t('searches.favorites.failed'));
    }
  }

  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>{t('searches.favorites.title')}</p>
        <p className={styles.meta}>{t('searches.favorites.text')}</p>
      </div>
      <Toggle className={styles.letters} label={t('searches.favorites.title')} isOn={isOn} onSwitch={() => void turn()}>
        {t('searches.letters')}
      </Toggle>
    </div>
  );
}
