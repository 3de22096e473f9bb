import { LANGUAGE_NAMES, LANGUAGES, type Lang } from '@app/contract/platform/languages';
import { useLanguage, useSetLanguage, useText } from '../../platform/i18n.tsx';
import { iconButton } from '../button.ts';
import styles from '../switch.module.css';
import { toast } from '../toast/toast.ts';
import { Flag } from './flag.tsx';
import { Menu, menuRow } from './menu.tsx';

function useSwitch(): (lang: Lang) => void {
  const setLanguage = useSetLanguage();
  const t = useText();
  return (lang) => void setLanguage(lang).catch(() => toast.error(t('frame.error.network')));
}

function LanguageRows() {
  const current = useLanguage();
  const switchTo = useSwitch();
  return LANGUAGES.map((lang) => (
    <button
      key={lang}
      type="button"
      lang={lang}
      className={menuRow}
      aria-current={lang === current ? 'true' : undefined}
      onClick={() => switchTo(lang)}
    >
      <Flag lang={lang} />
      {LANGUAGE_NAMES[lang]}
    </button>
  ));
}

export function LanguageMenu() {
  const lang = useLanguage();
  const t = useText();
  return (
    <>
      <button
        type="button"
        className={iconButton}
        popoverTarget="language-menu"
        aria-label={t('frame.language.current', { name: LANGUAGE_NAMES[lang] })}
      >
        <Flag lang={lang} />
      </button>
      <Menu id="language-menu" label={t('frame.language')}>
        <LanguageRows />
      </Menu>
    </>
  );
}

/** `isNamed` where no icon or neighbor tells what is chosen. */
export function LanguageSelect({ isNamed = false }: { isNamed?: boolean }) {
  const lang = useLanguage();
  const switchTo = useSwitch();
  const t = useText();
  return (
    <label className={styles.switch}>
      <Flag lang={lang} size={18} />
      <select aria-label={t('frame.language')} value={lang} onChange={(event) => switchTo(event.target.value as Lang)}>
        {LANGUAGES.map((option) => (
          <option key={option} value={option} lang={option}>
            {isNamed ? t('frame.language.current', { name: LANGUAGE_NAMES[option] }) : LANGUAGE_NAMES[option]}
          </option>
        ))}
      </select>
    </label>
  );
}
