import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { isApiError } from '../../platform/api-error.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../button.ts';
import { TextButton } from '../buttons.tsx';
import frame from './dialog.module.css';
import { BareDialog } from './dialog.tsx';
import styles from './name-dialog.module.css';

interface NameDialogProps {
  title: string;
  verb: string;
  initial: string;
  label: string;
  hint: string;
  /** What is said when nothing was typed. */
  required: string;
  maxLength: number;
  save: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for a name, of something new or of something that is renamed. What the server says stands below the field. */
export function NameDialog({ title, verb, initial, save, onClose, label, hint, required, maxLength }: NameDialogProps) {
  const t = useText();
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
    if (name.trim() === '') return fail(required);
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
        <h2 id={`${id}-title`}>{title}</h2>
        <label htmlFor={`${id}-name`}>{label}</label>
        <input
          ref={field}
          id={`${id}-name`}
          value={name}
          maxLength={maxLength}
          placeholder={hint}
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
