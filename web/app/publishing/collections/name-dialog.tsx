import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { COLLECTION_NAME_MAX } from '#contract/publishing/collections';
import { isApiError } from '../../platform/api-error.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { TextButton } from '../../ui/buttons.tsx';
import frame from '../../ui/dialog/dialog.module.css';
import { BareDialog } from '../../ui/dialog/dialog.tsx';
import styles from './collections-page.module.css';

interface NameDialogProps {
  title: string;
  verb: string;
  initial: string;
  save: (name: string) => Promise<void>;
  onClose: () => void;
}

export function NameDialog({ title, verb, initial, save, onClose }: NameDialogProps) {
  const t = useText('collections');
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
    field.current?.select();
  }, []);

  function fail(text: string): void {
    setProblem(text);
    field.current?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim() === '') return fail(t('collections.name.required'));
    setBusy(true);
    try {
      await save(name.trim());
      dialog.current?.close();
    } catch (error) {
      if (!isApiError(error)) throw error;
      fail(error.body.message || t('frame.error.network'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <BareDialog ref={dialog} className={frame.dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate className={styles.field}>
        <h2 id={`${id}-title`} className={styles.dialogTitle}>
          {title}
        </h2>
        <label htmlFor={`${id}-name`}>{t('collections.name')}</label>
        <input
          ref={field}
          id={`${id}-name`}
          value={name}
          maxLength={COLLECTION_NAME_MAX}
          placeholder={t('collections.name.hint')}
          aria-describedby={`${id}-problem`}
          aria-invalid={problem !== '' || undefined}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setProblem('');
          }}
        />
        <p id={`${id}-problem`} role="alert" className={styles.problem}>
          {problem}
        </p>
        <div className={styles.buttons}>
          <TextButton text={t('frame.cancel')} className={button('plain')} onClick={() => dialog.current?.close()} />
          <TextButton text={verb} type="submit" className={button('primary')} disabled={isBusy} />
        </div>
      </form>
    </BareDialog>
  );
}
