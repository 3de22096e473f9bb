import { useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import type { TextKey } from '../../../platform/texts.ts';
import { button } from '../../../ui/button.ts';
import styles from '../../../ui/dialog/choice-dialog.module.css';
import { ChoiceDialog, SideChoice } from '../../../ui/dialog/choice-dialog.tsx';
import type { ConflictGroup, ConflictSide, FieldConflict } from './ad-conflict.ts';

export interface ConflictRow extends FieldConflict {
  mine: string;
  theirs: string;
}

interface AdConflictDialogProps {
  rows: readonly ConflictRow[];
  hasPhotoChanges: boolean;
  onSave: (choices: Partial<Record<ConflictGroup, ConflictSide>>) => void;
  onBack: () => void;
}

const LABELS: Record<ConflictGroup, TextKey<'ad-form' | 'reference'>> = {
  board_kind: 'ad-form.kind',
  board_title: 'ad-form.title',
  board_description: 'ad-form.description',
  board_price: 'ad-form.price',
  category: 'ad-form.category',
  place: 'reference.place.city',
  board_comments_by: 'ad-form.commenters',
  audience: 'ad-form.audience',
  board_enabled: 'ad-form.active',
};

export function AdConflictDialog({ rows, hasPhotoChanges, onSave, onBack }: AdConflictDialogProps) {
  const t = useText('ad-form', 'reference');
  const [choices, setChoices] = useState<Partial<Record<ConflictGroup, ConflictSide>>>(() =>
    Object.fromEntries(rows.map(({ group, isMineChanged }) => [group, isMineChanged ? 'mine' : 'theirs'])),
  );
  return (
    <ChoiceDialog
      title={t('ad-form.conflict.title')}
      text={t('ad-form.conflict.text')}
      onClose={onBack}
      actions={
        <>
          <button type="button" className={button('plain')} onClick={onBack}>
            {t('ad-form.conflict.back')}
          </button>
          <button type="button" className={button('primary')} onClick={() => onSave(choices)}>
            {t('ad-form.conflict.save')}
          </button>
        </>
      }
    >
      <div className={styles.rows}>
        {rows.map(({ group, mine, theirs }) => (
          <fieldset key={group} className={styles.row}>
            <legend>{t(LABELS[group])}</legend>
            <div className={styles.sides}>
              {(['mine', 'theirs'] as const).map((side) => (
                <SideChoice
                  key={side}
                  name={`conflict-${group}`}
                  label={t(`ad-form.conflict.${side}`)}
                  value={side === 'mine' ? mine : theirs}
                  empty={t('ad-form.conflict.empty')}
                  isChosen={choices[group] === side}
                  onChoose={() => setChoices({ ...choices, [group]: side })}
                />
              ))}
            </div>
          </fieldset>
        ))}
        {hasPhotoChanges && <p className="dim">{t('ad-form.conflict.photos')}</p>}
      </div>
    </ChoiceDialog>
  );
}
