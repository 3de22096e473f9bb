import { LANGUAGE_NAMES, type Lang } from '@app/contract/platform/languages';
import { useText } from '../../../platform/i18n.tsx';
import { Toggle } from '../../../ui/form/toggle.tsx';
import { useCalls } from '../use-calls.ts';
import frame from '../window/call-window.module.css';
import styles from './captions.module.css';
import { canRecognize, canShowCaptions } from './captions-state.ts';
import { useCaptions } from './use-captions.ts';

/** Rows of the call's menu: captions of the others, and the viewer's own speech for the others. */
export function CaptionToggles() {
  const t = useText('calls');
  const { captions } = useCalls().calls;
  const state = useCaptions();
  const { isShown, consent, isPrepared, lang, languages } = state;
  if (!canShowCaptions(state)) return null;
  return (
    <>
      <Toggle
        className={frame.menuToggle}
        label={t('calls.captions')}
        isOn={isShown}
        onSwitch={(next) => captions.show(next)}
      >
        {t('calls.captions')}
      </Toggle>
      {canRecognize(state) && (
        <Toggle
          className={frame.menuToggle}
          label={t('calls.captions.own')}
          isOn={consent === 'agreed'}
          onSwitch={(next) => captions.consent(next)}
        >
          {t('calls.captions.own')}
        </Toggle>
      )}
      {consent === 'agreed' && (
        <>
          {languages !== null && languages.length > 1 && (
            <label className={styles.language}>
              {t('calls.captions.language')}
              <select
                value={lang}
                onChange={({ currentTarget }) => captions.chooseLanguage(currentTarget.value as Lang)}
              >
                {languages.map((one) => (
                  <option key={one} value={one}>
                    {LANGUAGE_NAMES[one]}
                  </option>
                ))}
              </select>
            </label>
          )}
          <p className={frame.menuNote} role="status">
            {t(isPrepared ? 'calls.captions.own.note' : 'calls.captions.preparing')}
          </p>
        </>
      )}
    </>
  );
}
