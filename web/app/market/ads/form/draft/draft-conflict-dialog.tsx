import { formatDateTime } from '../../../../platform/format/format.ts';
import { useText } from '../../../../platform/i18n.tsx';
import { button } from '../../../../ui/button.ts';
import styles from '../../../../ui/dialog/choice-dialog.module.css';
import { ChoiceDialog } from '../../../../ui/dialog/choice-dialog.tsx';
import type { AdFields } from './ad-draft.ts';
import type { OtherDraft } from './draft-state.ts';

interface DraftConflictDialogProps {
  mine: AdFields;
  other: OtherDraft;
  onUseMine: () => void;
  onUseOther: () => void;
}

function Draft({ label, fields }: { label: string; fields: AdFields }) {
  const t = useText('ad-form');
  return (
    <section className={styles.side}>
      <small style={{ gridColumn: '1 / 3' }}>{label}</small>
      <div style={{ gridColumn: '1 / 3' }}>
        <p className={styles.twinTitle}>{fields.board_title || t('ad-form.draft.untitled')}</p>
        <p className={styles.value} data-none={fields.board_description === '' || undefined}>
          {fields.board_description || t('ad-form.conflict.empty')}
        </p>
      </div>
    </section>
  );
}

export function DraftConflictDialog({ mine, other, onUseMine, onUseOther }: DraftConflictDialogProps) {
  const t = useText('ad-form');
  const date = formatDateTime(other.changed);
  return (
    <ChoiceDialog
      title={t('ad-form.draft.conflict.title')}
      text={t('ad-form.draft.conflict.text')}
      onClose={onUseMine}
      actions={
        <>
          <button type="button" className={button('plain')} onClick={onUseOther}>
            {t('ad-form.draft.conflict.take')}
          </button>
          {/* A key pressed while typing must not discard the typed text. */}
          <button type="button" data-first className={button('primary')} onClick={onUseMine}>
            {t('ad-form.draft.conflict.keep')}
          </button>
        </>
      }
    >
      <div className={styles.sides}>
        <Draft label={t('ad-form.draft.conflict.here')} fields={mine} />
        <Draft label={t('ad-form.draft.conflict.there', { date })} fields={other.fields} />
      </div>
    </ChoiceDialog>
  );
}
