import type { Meeting } from '@app/contract/market/meetings';
import type { User } from '@app/contract/people/users';
import { useState } from 'react';
import { Link } from 'react-router';
import { meetingsApi } from '#contract/market/meetings';
import { circleApi, FRIENDS_PAGE_MAX } from '#contract/people/circle';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useLoaded } from '../../../platform/use-loaded.ts';
import { button } from '../../../ui/button.ts';
import { Dialog, DialogForm, DialogText } from '../../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { RetryNotice } from '../../../ui/list/load-failed.tsx';
import { UserPic } from '../../../ui/user-pic.tsx';
import styles from './meeting-dialog.module.css';

interface RelativeDialogProps {
  meeting: Meeting;
  onDone: (meeting: Meeting) => void;
  onClose: () => void;
}

/** Chooses who of the family is told when the reader does not confirm after the meeting. */
export function RelativeDialog({ meeting, onDone, onClose }: RelativeDialogProps) {
  const t = useText('deals');
  const { value, hasFailed, retry } = useLoaded('relatives', (signal) =>
    call(circleApi.relatives, { query: { size: FRIENDS_PAGE_MAX }, signal }),
  );
  return (
    <Dialog title={t('deals.meeting.relative.title')} hasClose onClose={onClose}>
      <DialogText>{t('deals.meeting.relative.text')}</DialogText>
      {hasFailed && <RetryNotice heading="h3" title={t('deals.meeting.relative.failed')} onRetry={retry} />}
      {value?.list.length === 0 && (
        <>
          <DialogText>{t('deals.meeting.relative.empty')}</DialogText>
          <Link to="/circle" className={button('plain', 'wide')}>
            {t('deals.meeting.relative.circle')}
          </Link>
        </>
      )}
      {value !== null && value.list.length > 0 && (
        <RelativeForm meeting={meeting} relatives={value.list} onDone={onDone} onClose={onClose} />
      )}
    </Dialog>
  );
}

function RelativeForm({ meeting, relatives, onDone, onClose }: RelativeDialogProps & { relatives: readonly User[] }) {
  const t = useText('deals');
  const [chosen, setChosen] = useState(meeting.relative?.id ?? null);
  const { isSending, submit } = useSubmit();
  const send = () =>
    submit(async () => {
      onDone(await call(meetingsApi.setRelative, { params: { id: meeting.id }, body: { user_id: chosen } }));
      onClose();
    });
  const choice = (id: number | null, person?: User) => (
    <label key={id ?? 0} className={styles.place}>
      <input type="radio" name="relative" checked={chosen === id} onChange={() => setChosen(id)} />
      {person && <UserPic {...person} size={32} />}
      <span className={styles.name}>
        {person ? `${person.firstname} ${person.lastname}`.trim() : t('deals.meeting.relative.nobody')}
      </span>
    </label>
  );
  return (
    <DialogForm verb={t('deals.meeting.relative.save')} isSending={isSending} onSubmit={() => void send()}>
      <fieldset className={styles.places}>
        <legend>{t('deals.meeting.relative.label')}</legend>
        <div className={styles.list}>
          {choice(null)}
          {relatives.filter(({ id }) => id !== meeting.user_id).map((person) => choice(person.id, person))}
        </div>
      </fieldset>
    </DialogForm>
  );
}
