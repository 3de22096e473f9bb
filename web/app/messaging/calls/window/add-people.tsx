import type { Call } from '@app/contract/messaging/calls';
import type { User } from '@app/contract/people/users';
import { IconLink, IconX } from '@tabler/icons-react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { CALL_PARTICIPANTS_MAX } from '#contract/live/media-room';
import { PersonPicker } from '../../../people/circle/dialogs/person-picker.tsx';
import { useText } from '../../../platform/i18n.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { BareDialog } from '../../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import styles from '../call-dialog.module.css';
import { countOccupiedPlaces, othersIn } from '../call-state.ts';
import { useCalls } from '../use-calls.ts';
import dark from './call-window.module.css';

export function AddPeople({ call, onClose }: { call: Call; onClose: () => void }) {
  const t = useText('calls');
  const { calls, viewerId } = useCalls();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [chosen, setChosen] = useState<readonly User[]>([]);
  const [isSending, setSending] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);

  const occupied = countOccupiedPlaces(call) + chosen.length;
  const isFull = occupied >= CALL_PARTICIPANTS_MAX;
  const current = [viewerId, ...othersIn(call, viewerId).map(({ user_id }) => user_id)];

  async function send(): Promise<void> {
    setSending(true);
    const isDone = await calls.add(chosen.map((person) => person.id));
    setSending(false);
    if (isDone) dialog.current?.close();
  }

  return (
    <BareDialog ref={dialog} className={`${dark.dark} ${styles.dialog}`} aria-labelledby={id} onClose={onClose}>
      <div className={styles.head}>
        <h2 id={id}>{t('calls.add.title')}</h2>
        <button type="button" aria-label={t('frame.close')} onClick={() => dialog.current?.close()}>
          <IconX size={22} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      </div>
      <p className={styles.dim} role="status">
        {isFull
          ? t('calls.add.full', { max: CALL_PARTICIPANTS_MAX })
          : t('calls.add.text', { count: occupied, max: CALL_PARTICIPANTS_MAX })}
      </p>
      {!isFull && (
        <div className={styles.finder}>
          <Suspense>
            <PersonPicker
              label={t('calls.add.find')}
              exclude={[...current, ...chosen.map((person) => person.id)]}
              onPick={(user) => setChosen([...chosen, user])}
            />
          </Suspense>
        </div>
      )}
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label={t('calls.add.chosen')}>
          {chosen.map((person) => {
            const name = `${person.firstname} ${person.lastname}`.trim();
            return (
              <li key={person.id}>
                <UserPic firstname={person.firstname} lastname={person.lastname} photo={person.photo} size={40} />
                <span className="clip1">{name}</span>
                <button
                  type="button"
                  aria-label={t('calls.add.remove', { name })}
                  onClick={() => setChosen(chosen.filter((one) => one.id !== person.id))}
                >
                  <IconX size={19} stroke={ICON_STROKE} aria-hidden="true" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <div className={styles.actions}>
        <button
          type="button"
          className={styles.plain}
          onClick={() =>
            void copyText(
              new URL(call.link, window.location.href).href,
              t('calls.add.link.done'),
              t('frame.error.generic'),
            )
          }
        >
          <IconLink size={19} stroke={ICON_STROKE} aria-hidden="true" />
          {t('calls.add.link')}
        </button>
        <button
          type="button"
          className={styles.main}
          disabled={chosen.length === 0 || isSending}
          aria-busy={isSending}
          onClick={() => void send()}
        >
          {t('calls.add.send')}
        </button>
      </div>
    </BareDialog>
  );
}
