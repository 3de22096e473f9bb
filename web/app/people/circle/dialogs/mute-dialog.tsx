import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { circleApi } from '#contract/people/circle';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import frame from '../../../ui/dialog.module.css';
import { toast } from '../../../ui/toast/toast.ts';
import styles from './mute-dialog.module.css';

const HOUR = 3600;
/** Durations in seconds; without seconds the mute has no end. */
const LENGTHS = [
  { name: 'hour', seconds: HOUR },
  { name: 'hours', seconds: 8 * HOUR },
  { name: 'forever', seconds: undefined },
] as const;
type Length = (typeof LENGTHS)[number]['name'];

interface MuteDialogProps {
  user: { id: number; firstname: string; lastname: string };
  onDone: (() => void) | undefined;
  onClose: () => void;
}

export function MuteDialog({ user, onDone, onClose }: MuteDialogProps) {
  const t = useText('circle');
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [length, setLength] = useState<Length>('hour');
  const [isSending, setSending] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);

  async function mute(event: FormEvent): Promise<void> {
    event.preventDefault();
    const seconds = LENGTHS.find(({ name }) => name === length)?.seconds;
    setSending(true);
    try {
      const { muted_until } = await call(circleApi.mute, {
        params: { id: user.id },
        body: seconds === undefined ? {} : { seconds },
      });
      toast.success(
        muted_until === null
          ? t('circle.done.mute')
          : t('circle.done.muteUntil', { moment: formatDateTime(muted_until) }),
      );
      onDone?.();
      dialog.current?.close();
    } catch (error) {
      setSending(false);
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || t('frame.error.generic'));
    }
  }

  return (
    <dialog ref={dialog} className={frame.dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <form onSubmit={(event) => void mute(event)}>
        <h2 id={`${id}-title`} className={styles.title}>
          {t('circle.mute.title')}
        </h2>
        <p className={styles.text}>{t('circle.mute.text', { name: `${user.firstname} ${user.lastname}`.trim() })}</p>
        <fieldset className={styles.choices}>
          <legend className="sr">{t('circle.mute.length')}</legend>
          {LENGTHS.map(({ name }) => (
            <label key={name} className={styles.choice}>
              <input type="radio" name={`${id}-length`} checked={length === name} onChange={() => setLength(name)} />
              {t(`circle.mute.${name}`)}
            </label>
          ))}
        </fieldset>
        <div className={styles.actions}>
          <button type="button" className={button('plain')} onClick={() => dialog.current?.close()}>
            {t('frame.cancel')}
          </button>
          <button type="submit" className={button('primary')} disabled={isSending}>
            {t('circle.mute.verb')}
          </button>
        </div>
      </form>
    </dialog>
  );
}
