import { useId } from 'react';
import { AD_KINDS, type AdKind } from '#contract/market/ads';
import { useText } from '../../../platform/i18n.tsx';
import chipStyles from '../../../ui/form/choice-chip.module.css';
import styles from './kind-field.module.css';

interface KindFieldProps {
  value: AdKind;
  onChange: (kind: AdKind) => void;
}

/** What the owner wants: the first question of the form, because the other ones depend on it. */
export function KindField({ value, onChange }: KindFieldProps) {
  const t = useText('ad-form');
  const name = useId();
  return (
    <fieldset className={styles.kinds}>
      <legend>{t('ad-form.kind')}</legend>
      <div>
        {AD_KINDS.map((kind) => (
          <label key={kind} className={chipStyles.chip}>
            <input type="radio" name={name} value={kind} checked={kind === value} onChange={() => onChange(kind)} />
            {t(`ads.kind.${kind}`)}
          </label>
        ))}
      </div>
      {(value === 'buy' || value === 'give') && <p className={styles.hint}>{t(`ad-form.kind.hint.${value}`)}</p>}
    </fieldset>
  );
}
