import { IconLock, IconNote, IconPencil } from 'virtual:icons';
import { useId, useState } from 'react';
import { PERSON_NOTE_MAX, personNotesApi } from '#contract/people/person-notes';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useLoaded } from '../../../platform/use-loaded.ts';
import { button, iconButton } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from './person-note.module.css';
import { type Note, usePersonNote } from './use-person-note.ts';

interface PersonNoteProps {
  userId: number;
  saved: string;
}

/** The viewer's private note on a person: a button while there is none, then a card with the text. */
export function PersonNote({ userId, saved }: PersonNoteProps) {
  const t = useText('person');
  const [isOpen, setOpen] = useState(false);
  const note = usePersonNote(userId, saved);
  const hasText = note.text.trim() !== '';
  if (isOpen) return <NoteEditor note={note} onDone={() => setOpen(false)} />;
  if (!hasText) {
    return (
      <button type="button" className={`${button('quiet', 'wide')} ${styles.add}`} onClick={() => setOpen(true)}>
        <IconNote size={20} stroke={ICON_STROKE} aria-hidden="true" />
        {t('person.note.add')}
      </button>
    );
  }
  return (
    <section className={styles.note} aria-label={t('person.note')}>
      <div className={styles.head}>
        <b>{t('person.note')}</b>
        <button
          type="button"
          className={iconButton}
          aria-label={t('person.note.edit')}
          title={t('person.note.edit')}
          onClick={() => setOpen(true)}
        >
          <IconPencil size={18} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      </div>
      <p className={styles.text}>{note.text}</p>
      {note.state === 'saved' || note.state === 'untouched' ? <Private /> : <NoteStatus note={note} />}
    </section>
  );
}

function Private() {
  const t = useText('person');
  return (
    <p className={styles.state}>
      <IconLock size={15} stroke={ICON_STROKE} aria-hidden="true" />
      {t('person.note.private')}
    </p>
  );
}

function NoteStatus({ note: { state, problem, save } }: { note: Note }) {
  const t = useText('person');
  if (state === 'failed') {
    return (
      <p className={styles.failed} role="alert">
        {problem || t('person.note.failed')}{' '}
        <button type="button" className="link" onClick={save}>
          {t('frame.retry')}
        </button>
      </p>
    );
  }
  return (
    <p className={styles.state} role="status">
      {state !== 'untouched' && t(`person.note.${state}`)}
    </p>
  );
}

function NoteEditor({ note, onDone }: { note: Note; onDone: () => void }) {
  const t = useText('person');
  const id = useId();
  return (
    <section className={styles.note} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <b id={`${id}-title`}>{t('person.note')}</b>
      </div>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the field appears because its button was pressed
        autoFocus
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-private`}
        rows={4}
        maxLength={PERSON_NOTE_MAX}
        value={note.text}
        onChange={({ currentTarget }) => note.type(currentTarget.value)}
        onBlur={note.save}
        onKeyDown={(event) => {
          if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) {
            event.stopPropagation();
            note.save();
            onDone();
          }
        }}
      />
      <div id={`${id}-private`}>
        <Private />
      </div>
      <div className={styles.foot}>
        <NoteStatus note={note} />
        <button
          type="button"
          className={button('light', 'small')}
          onClick={() => {
            note.save();
            onDone();
          }}
        >
          {t('person.note.done')}
        </button>
      </div>
    </section>
  );
}

/** Where the page did not load the note, such as beside a chat. Without an answer nothing is shown. */
export function LoadedPersonNote({ userId }: { userId: number }) {
  const { value } = useLoaded(userId, (signal) => call(personNotesApi.get, { params: { id: userId }, signal }));
  return value && <PersonNote key={userId} userId={userId} saved={value.note} />;
}
