import type { SellerSettings } from '@app/contract/market/seller-settings';
import { type FormEvent, useId, useState } from 'react';
import { AWAY_TEXT_MAX } from '#contract/market/seller-settings';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { Toggle } from '../../ui/form/toggle.tsx';
import styles from './seller-settings.module.css';
import { useSettingsChange } from './use-settings-change.ts';

interface AwayPartProps {
  settings: SellerSettings;
  isOnVacation: boolean;
  onSaved: (settings: SellerSettings) => void;
}

export function AwayPart({ settings, isOnVacation, onSaved }: AwayPartProps) {
  const t = useText('seller-settings');
  const id = useId();
  const [isOn, setOn] = useState(settings.away.on === 1);
  const [text, setText] = useState(settings.away.text || t('seller-settings.away.usual'));
  const { isSending, save } = useSettingsChange(onSaved);
  const isChanged = isOn !== (settings.away.on === 1) || (isOn && text.trim() !== settings.away.text);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void save({ away: { on: isOn ? 1 : 0, text: text.trim() } }, t('seller-settings.away.saved'));
  }

  return (
    <section className={styles.part} aria-labelledby="away">
      <form onSubmit={handleSubmit}>
        <div className={styles.head}>
          <div>
            <h2 id="away">{t('seller-settings.away.title')}</h2>
            <p className="dim">{t('seller-settings.away.text')}</p>
          </div>
          <Toggle label={t('seller-settings.away.title')} isOn={isOn} onSwitch={setOn} />
        </div>
        {isOn && (
          <>
            <textarea
              className={styles.area}
              aria-label={t('seller-settings.away.field')}
              aria-describedby={`${id}-note`}
              rows={3}
              required
              maxLength={AWAY_TEXT_MAX}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
            <p id={`${id}-note`} className={styles.note}>
              {settings.hours === null && !isOnVacation
                ? t('seller-settings.away.never')
                : t('seller-settings.away.when')}
            </p>
          </>
        )}
        {isChanged && (
          <button type="submit" className={button('primary')} disabled={isSending || (isOn && text.trim() === '')}>
            {t('seller-settings.save')}
          </button>
        )}
      </form>
    </section>
  );
}
