import { useId } from 'react';
import { SCHEDULED_DAYS_MAX } from '#contract/messaging/chat';
import { dateTimeFieldsOf } from '../../../platform/format/schedule-times.ts';
import { useText } from '../../../platform/i18n.tsx';
import styles from './composer-dialogs.module.css';

interface DateTimeFieldsProps {
  value: { date: string; time: string };
  onChange: (value: { date: string; time: string }) => void;
  problem: 'past' | 'far' | null;
}

export function DateTimeFields({ value, onChange, problem }: DateTimeFieldsProps) {
  const t = useText('composer');
  const id = useId();
  const described = { 'aria-describedby': `${id}-note`, 'aria-invalid': problem !== null || undefined } as const;
  return (
    <>
      <div className={styles.fields}>
        <label>
          {t('composer.later.date')}
          <input
            type="date"
            required
            className={styles.input}
            min={dateTimeFieldsOf(new Date()).date}
            value={value.date}
            {...described}
            onChange={({ currentTarget }) => onChange({ ...value, date: currentTarget.value })}
          />
        </label>
        <label>
          {t('composer.later.time')}
          <input
            type="time"
            required
            className={styles.input}
            value={value.time}
            {...described}
            onChange={({ currentTarget }) => onChange({ ...value, time: currentTarget.value })}
          />
        </label>
      </div>
      <p id={`${id}-note`} className={problem ? styles.problem : styles.text}>
        {problem
          ? t(`composer.later.${problem}`, { days: SCHEDULED_DAYS_MAX })
          : t('composer.later.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
      </p>
    </>
  );
}
