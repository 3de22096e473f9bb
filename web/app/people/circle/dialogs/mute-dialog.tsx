import { useId, useState } from 'react';
import { circleApi } from '#contract/people/circle';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { Dialog, DialogForm, DialogText } from '../../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
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
  const id = useId();
  const [length, setLength] = useState<Length>('hour');
  const { isSending, submit } = useSubmit({ fallback: t('frame.error.generic') });

  const mute = (): Promise<void> =>
    submit(async () => {
      const seconds = LENGTHS.find(({ name }) => name === length)?.seconds;
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
      onClose();
    });

  return (
    <Dialog title={t('circle.mute.title')} onClose={onClose}>
      <DialogText>{t('circle.mute.text', { name: `${user.firstname} ${user.lastname}`.trim() })}</DialogText>
      <DialogForm verb={t('circle.mute.verb')} isDisabled={isSending} onSubmit={() => void mute()}>
        <fieldset className={styles.choices}>
          <legend className="sr">{t('circle.mute.length')}</legend>
          {LENGTHS.map(({ name }) => (
            <label key={name} className={styles.choice}>
              <input type="radio" name={`${id}-length`} checked={length === name} onChange={() => setLength(name)} />
              {t(`circle.mute.${name}`)}
            </label>
          ))}
        </fieldset>
      </DialogForm>
    </Dialog>
  );
}
