import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { PUBLISH_PLAN_DAYS } from '#contract/publishing/publications';
import { formatHour } from '../../../platform/format/format-time.ts';
import { readerZone } from '../../../platform/format/reader-zone.ts';
import {
  dateTimeFieldsOf,
  parseDateTime,
  schedulePresets,
  scheduleProblem,
} from '../../../platform/format/schedule-times.ts';
import { nameZone } from '../../../platform/format/zone-names.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { TextButton } from '../../../ui/buttons.tsx';
import frame from '../../../ui/dialog/dialog.module.css';
import { BareDialog } from '../../../ui/dialog/dialog.tsx';
import styles from './schedule-publication-dialog.module.css';

interface SchedulePublicationDialogProps {
  planned: string | null;
  onChoose: (timestamp: string | null) => void;
  onClose: () => void;
}

export function SchedulePublicationDialog({ planned, onChoose, onClose }: SchedulePublicationDialogProps) {
  const t = useText('make-post');
  const lang = useLanguage();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [presets] = useState(() => schedulePresets(new Date()));
  const [value, setValue] = useState(() =>
    dateTimeFieldsOf(planned ? new Date(planned) : (presets.at(-1)?.at ?? new Date())),
  );
  const [problem, setProblem] = useState<'past' | 'far' | null>(null);
  useEffect(() => dialog.current?.showModal(), []);

  function choose(at: Date | null): void {
    const wrong = at && scheduleProblem(at, new Date(), PUBLISH_PLAN_DAYS);
    setProblem(wrong);
    if (wrong !== null) return;
    onChoose(at ? at.toISOString() : null);
    dialog.current?.close();
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const at = parseDateTime(value.date, value.time);
    if (at) choose(at);
  }

  const described = { 'aria-describedby': `${id}-note`, 'aria-invalid': problem !== null || undefined } as const;
  function change(part: Partial<typeof value>): void {
    setValue({ ...value, ...part });
    setProblem(null);
  }
  return (
    <BareDialog ref={dialog} className={frame.dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <form onSubmit={handleSubmit} noValidate>
        <h2 id={`${id}-title`} className={styles.title}>
          {t('make-post.plan.title')}
        </h2>
        <ul className={styles.presets} aria-label={t('make-post.plan.presets')}>
          {presets.map(({ name, at }) => (
            <li key={name}>
              <TextButton
                text={t(`make-post.plan.${name}`, { time: formatHour(lang, at) })}
                className={button('plain', 'wide')}
                onClick={() => choose(at)}
              />
            </li>
          ))}
        </ul>
        <div className={styles.fields}>
          <label>
            {t('make-post.plan.date')}
            <input
              type="date"
              required
              min={dateTimeFieldsOf(new Date()).date}
              value={value.date}
              {...described}
              onChange={({ currentTarget }) => change({ date: currentTarget.value })}
            />
          </label>
          <label>
            {t('make-post.plan.time')}
            <input
              type="time"
              required
              value={value.time}
              {...described}
              onChange={({ currentTarget }) => change({ time: currentTarget.value })}
            />
          </label>
        </div>
        <p id={`${id}-note`} className={problem ? 'wrong' : 'small'}>
          {problem
            ? t(`make-post.plan.${problem}`, { days: PUBLISH_PLAN_DAYS })
            : t('make-post.plan.zone', { zone: nameZone(lang, readerZone().timeZone) })}
        </p>
        <div className={styles.actions}>
          {planned !== null && (
            <TextButton text={t('make-post.plan.drop')} className={button('quiet')} onClick={() => choose(null)} />
          )}
          <TextButton text={t('frame.cancel')} className={button('plain')} onClick={() => dialog.current?.close()} />
          <TextButton text={t('make-post.plan.verb')} type="submit" className={button('primary')} />
        </div>
      </form>
    </BareDialog>
  );
}
