import { useId } from 'react';
import { APPEAL_MAX } from '#contract/trust/sanctions';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './sanctions.module.css';

interface AppealFormProps {
  onSend: (text: string) => Promise<void>;
  /** Absent where there is no page to return to; the form then has no cancel button. */
  onClose?: () => void;
}

export function AppealForm({ onSend, onClose }: AppealFormProps) {
  const t = useText('measures');
  const [fieldId, hintId] = [useId(), useId()];
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: text.trim() === '' ? 'measures.appeal.required' : undefined }),
    t,
    send: async ({ text }) => {
      await onSend(text.trim());
      toast.success(t('measures.appeal.sent'));
    },
  });
  const { text: problem } = form.errors;
  return (
    <form {...form.props} className={styles.form}>
      <label htmlFor={fieldId}>{t('measures.appeal.label')}</label>
      <textarea {...form.input('text')} id={fieldId} rows={4} maxLength={APPEAL_MAX} aria-describedby={hintId} />
      <p id={hintId} className={problem ? 'wrong' : 'small'}>
        {problem ?? t('measures.appeal.hint')}
      </p>
      <div className={styles.actions}>
        {onClose && (
          <button type="button" className={button('plain')} onClick={onClose}>
            {t('frame.cancel')}
          </button>
        )}
        <button type="submit" className={button('primary')} aria-busy={form.isSending}>
          {t('measures.appeal.send')}
        </button>
      </div>
    </form>
  );
}
