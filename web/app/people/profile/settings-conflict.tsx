import { useState } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import styles from '../../ui/dialog/choice-dialog.module.css';
import { ChoiceDialog, SideChoice } from '../../ui/dialog/choice-dialog.tsx';
import type { SettingsField } from './settings-draft.ts';

export interface ClashRow {
  name: SettingsField;
  label: string;
  mine: string;
  theirs: string;
}

interface SettingsConflictProps {
  rows: readonly ClashRow[];
  onSave: (theirs: ReadonlySet<SettingsField>) => void;
  onBack: () => void;
}

/** Resolves a conflict with a save from another window field by field; nothing typed is lost. */
export function SettingsConflict({ rows, onSave, onBack }: SettingsConflictProps) {
  const t = useText('settings');
  const [theirs, setTheirs] = useState<ReadonlySet<SettingsField>>(new Set());
  const choose = (name: SettingsField, isTheirs: boolean): void => {
    const next = new Set(theirs);
    if (isTheirs) next.add(name);
    else next.delete(name);
    setTheirs(next);
  };
  return (
    <ChoiceDialog
      title={t('settings.conflict.title')}
      text={t('settings.conflict.text')}
      onClose={onBack}
      actions={
        <>
          <button type="button" className={button('plain')} onClick={onBack}>
            {t('settings.conflict.back')}
          </button>
          <button type="button" className={button('primary')} onClick={() => onSave(theirs)}>
            {t('settings.save')}
          </button>
        </>
      }
    >
      <div className={styles.rows}>
        {rows.map(({ name, label, ...values }) => (
          <fieldset key={name} className={styles.row}>
            <legend>{label}</legend>
            <div className={styles.sides}>
              {(['mine', 'theirs'] as const).map((side) => (
                <SideChoice
                  key={side}
                  name={`clash-${name}`}
                  label={t(`settings.conflict.${side}`)}
                  value={values[side]}
                  empty={t('settings.conflict.empty')}
                  isChosen={theirs.has(name) === (side === 'theirs')}
                  onChoose={() => choose(name, side === 'theirs')}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </ChoiceDialog>
  );
}
