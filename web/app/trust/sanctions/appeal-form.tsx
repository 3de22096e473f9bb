import { type FormEvent, useId, useState } from 'react';
import { APPEAL_MAX } from '#contract/trust/sanctions';
import { isApiError } from '../../platform/api-error.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './sanctions.module.css';

interface AppealFormProps {
  onSend: (text: string) => Promise<void>;
  /** Absent where there is no page to return to; the form then has no cancel button. */
  onClose?: () => void;
}

export function AppealForm({ onSend, onClose }: AppealFormProps) {
  const t = useText('measures');
  const [text, setText] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const [fieldId, hintId] = [useId(), useId()];
  const { isSending, submit } = useSubmit({
    onError(error) {
      if (!isApiError(error)) return false;
      toast.error(error.body.message);
      return true;
    },
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() === '') {
      setIsEmpty(true);
      document.getElementById(fieldId)?.focus();
      return;
    }
    void submit(async () => {
      await onSend(text.trim());
      toast.success(t('measures.appeal.sent'));
    });
  }

  return (
    <form noValidate className={styles.form} onSubmit={handleSubmit}>
      <label htmlFor={fieldId}>{t('measures.appeal.label')}</label>
      <textarea
        id={fieldId}
        rows={4}
        maxLength={APPEAL_MAX}
        value={text}
        aria-describedby={hintId}
        aria-invalid={isEmpty || undefined}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setIsEmpty(false);
        }}
      />
      <p id={hintId} className={isEmpty ? styles.wrong : styles.hint}>
        {t(isEmpty ? 'measures.appeal.required' : 'measures.appeal.hint')}
      </p>
      <div className={styles.actions}>
        {onClose && (
          <button type="button" className={button('plain')} onClick={onClose}>
            {t('frame.cancel')}
          </button>
        )}
        <button type="submit" className={button('primary')} aria-busy={isSending}>
          {t('measures.appeal.send')}
        </button>
      </div>
    </form>
  );
}
