import type { Meeting, meetingsApi as MeetingsApi } from '@app/contract/market/meetings';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { useId, useRef } from 'react';
import { MEETING_DAYS_MAX, MEETING_NOTE_MAX, MEETING_PLACE_MAX, meetingsApi } from '#contract/market/meetings';
import { call } from '../../../platform/call.ts';
import { readerZone } from '../../../platform/format/reader-zone.ts';
import { dateTimeInputOf, parseDateTimeInput, scheduleProblem } from '../../../platform/format/schedule-times.ts';
import { nameZone } from '../../../platform/format/zone-names.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { randomKey } from '../../../platform/random-key.ts';
import { useLoaded } from '../../../platform/use-loaded.ts';
import { Dialog, DialogForm } from '../../../ui/dialog/dialog.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { RetryNotice } from '../../../ui/list/load-failed.tsx';
import fields from '../deal-form.module.css';
import styles from './meeting-dialog.module.css';
import { PlaceIcon } from './place-icon.tsx';

type Options = ResponseOf<typeof MeetingsApi.options>;
/** What a meeting is proposed about, or the meeting that the proposal takes the place of. */
type About = { board_id: number; user_id: number } | { meeting: Meeting };

interface MeetingDialogProps {
  about: About;
  onSent: (meeting: Meeting) => void;
  onClose: () => void;
}

/** Proposes a meeting: a safe place of the ad’s city, or one in own words where it has none, and a time. */
export function MeetingDialog({ about, onSent, onClose }: MeetingDialogProps) {
  const t = useText('deals');
  const boardId = 'meeting' in about ? (about.meeting.board_id ?? 0) : about.board_id;
  const { value, hasFailed, message, retry } = useLoaded(boardId, (signal) =>
    call(meetingsApi.options, { query: { board_id: boardId }, signal }),
  );
  const isChange = 'meeting' in about;
  return (
    <Dialog title={t(isChange ? 'deals.meeting.form.change' : 'deals.meeting.propose')} hasClose onClose={onClose}>
      {value === null ? (
        hasFailed ? (
          <RetryNotice
            heading="h3"
            title={t('deals.meeting.form.failed')}
            {...(message !== '' && { text: message })}
            onRetry={retry}
          />
        ) : (
          <p className="caption" role="status">
            {t('deals.meeting.form.loading')}
          </p>
        )
      ) : (
        <MeetingForm about={about} options={value} onSent={onSent} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface Draft {
  place_id: string;
  place: string;
  at: string;
  note: string;
}

const DAY_MS = 86_400_000;

function draftOf(about: About, { places }: Options): Draft {
  if (!('meeting' in about)) return { place_id: '', place: '', at: '', note: '' };
  const { place, at, note } = about.meeting;
  const known = places.find(({ name, address }) => name === place.name && address === place.address);
  return {
    place_id: known === undefined ? '' : String(known.id),
    place: place.kind === null ? place.name : '',
    at: dateTimeInputOf(at),
    note,
  };
}

function MeetingForm({
  about,
  options: { places, city_name },
  onSent,
  onClose,
}: MeetingDialogProps & { options: Options }) {
  const t = useText('deals');
  const lang = useLanguage();
  const id = useId();
  const key = useRef(randomKey());
  const form = useForm<Draft>({
    initial: () => draftOf(about, { places, city_name }),
    check: ({ place_id, place, at }) => {
      const time = parseDateTimeInput(at);
      const isTime = time !== null && scheduleProblem(time, new Date(), MEETING_DAYS_MAX) === null;
      return {
        place_id: places.length > 0 && place_id === '' ? t('deals.meeting.place.required') : undefined,
        place: places.length === 0 && place.trim() === '' ? t('deals.meeting.place.required') : undefined,
        at: isTime ? undefined : t('deals.meeting.at.wrong'),
      };
    },
    onChange: () => {
      key.current = randomKey();
    },
    send: async ({ place_id, place, at, note }) => {
      const body = { place_id, place, at: parseDateTimeInput(at)?.toISOString() ?? '', note };
      const idempotencyKey = key.current;
      onSent(
        'meeting' in about
          ? await call(meetingsApi.change, { params: { id: about.meeting.id }, body, idempotencyKey })
          : await call(meetingsApi.propose, { body: { ...about, ...body }, idempotencyKey }),
      );
      onClose();
    },
  });
  const { values, errors, input, change } = form;
  const now = Date.now();
  const said = (name: keyof Draft, hint: string) => (
    <p
      id={`${id}-${name}`}
      className={errors[name] === undefined ? 'caption' : 'wrong'}
      role={errors[name] === undefined ? undefined : 'alert'}
    >
      {errors[name] ?? hint}
    </p>
  );

  return (
    <DialogForm
      ref={form.props.ref}
      verb={t('deals.meeting.form.send')}
      isSending={form.isSending}
      onSubmit={() => form.props.onSubmit()}
    >
      {places.length > 0 ? (
        <fieldset className={styles.places} aria-describedby={`${id}-place_id`}>
          <legend>{t('deals.meeting.form.place')}</legend>
          <div className={styles.list}>
            {places.map((place) => (
              <label key={place.id} className={styles.place}>
                <input
                  type="radio"
                  name="place_id"
                  value={place.id}
                  checked={values.place_id === String(place.id)}
                  aria-invalid={errors.place_id !== undefined || undefined}
                  onChange={() => change({ place_id: String(place.id) })}
                />
                <PlaceIcon kind={place.kind} />
                <span className={styles.name}>
                  {place.name}
                  {place.address !== '' && <small>{place.address}</small>}
                </span>
              </label>
            ))}
          </div>
          {said('place_id', t('deals.meeting.form.places.hint', { city: city_name }))}
        </fieldset>
      ) : (
        <div>
          <label className={fields.label}>
            {t('deals.meeting.form.own')}
            <input
              {...input('place')}
              className={fields.field}
              maxLength={MEETING_PLACE_MAX}
              aria-describedby={`${id}-place`}
            />
          </label>
          {said('place', t('deals.meeting.form.own.hint'))}
        </div>
      )}
      <div>
        <label className={fields.label}>
          {t('deals.meeting.form.time')}
          <input
            {...input('at')}
            type="datetime-local"
            className={fields.field}
            min={dateTimeInputOf(new Date(now).toISOString())}
            max={dateTimeInputOf(new Date(now + MEETING_DAYS_MAX * DAY_MS).toISOString())}
            aria-describedby={`${id}-at`}
          />
        </label>
        {said('at', t('deals.meeting.form.zone', { zone: nameZone(lang, readerZone().timeZone) }))}
      </div>
      <div>
        <label className={fields.label}>
          {t('deals.meeting.form.note')}
          <input
            {...input('note')}
            className={fields.field}
            maxLength={MEETING_NOTE_MAX}
            aria-describedby={`${id}-note`}
          />
        </label>
        {said('note', t('deals.meeting.form.note.hint'))}
      </div>
    </DialogForm>
  );
}
