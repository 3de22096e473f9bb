import { IconLink, IconX } from 'virtual:icons';
import type { Call } from '@app/contract/messaging/calls';
import type { User } from '@app/contract/people/users';
import { Suspense, useState } from 'react';
import { CALL_PARTICIPANTS_MAX } from '#contract/live/media-room';
import { PersonPicker } from '../../../people/circle/dialogs/person-picker.tsx';
import { useText } from '../../../platform/i18n.tsx';
import { TextButton } from '../../../ui/buttons.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { copyText } from '../../../ui/text/copy-text.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import styles from '../call-dialog.module.css';
import { CallDialog } from '../call-dialog.tsx';
import { countOccupiedPlaces, othersIn } from '../call-state.ts';
import { useCalls } from '../use-calls.ts';

export function AddPeople({ call, onClose }: { call: Call; onClose: () => void }) {
  const t = useText('calls');
  const { calls, viewerId } = useCalls();
  const [chosen, setChosen] = useState<readonly User[]>([]);
  const [isSending, setSending] = useState(false);

  const occupied = countOccupiedPlaces(call) + chosen.length;
  const isFull = occupied >= CALL_PARTICIPANTS_MAX;
  const current = [viewerId, ...othersIn(call, viewerId).map(({ user_id }) => user_id)];

  async function send(): Promise<void> {
    setSending(true);
    const isDone = await calls.add(chosen.map((person) => person.id));
    setSending(false);
    if (isDone) onClose();
  }

  return (
    <CallDialog
      title={t('calls.add.title')}
      onClose={onClose}
      actions={
        <>
          <TextButton
            icon={IconLink}
            size={19}
            text={t('calls.add.link')}
            className={styles.plain}
            onClick={() =>
              void copyText(
                new URL(call.link, window.location.href).href,
                t('calls.add.link.done'),
                t('frame.error.generic'),
              )
            }
          />
          <TextButton
            text={t('calls.add.send')}
            className={styles.main}
            disabled={chosen.length === 0 || isSending}
            aria-busy={isSending}
            onClick={() => void send()}
          />
        </>
      }
    >
      <p className={styles.dim} role="status">
        {isFull
          ? t('calls.add.full', { max: CALL_PARTICIPANTS_MAX })
          : t('calls.add.text', { count: occupied, max: CALL_PARTICIPANTS_MAX })}
      </p>
      {!isFull && (
        <div className={styles.finder}>
          <Suspense>
            <PersonPicker
              isFirst
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
    </CallDialog>
  );
}
