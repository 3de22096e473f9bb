import { useId, useState } from 'react';
import { SCHEDULED_DAYS_MAX } from '#contract/messaging/chat';
import { readerZone } from '../../../platform/format/reader-zone.ts';
import { dateTimeFieldsOf, parseDateTime, scheduleProblem } from '../../../platform/format/schedule-times.ts';
import { nameZone } from '../../../platform/format/zone-names.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import styles from './composer-dialogs.module.css';

/** The time at which a message is to be sent, as the user enters it. */
export function useSendTime(initial: Date) {
  const [value, setValue] = useState(() => dateTimeFieldsOf(initial));
  const [problem, setProblem] = useState<'past' | 'far' | null>(null);
  return {
    value,
    problem,
    change(part: Partial<typeof value>): void {
      setValue({ ...value, ...part });
      setProblem(null);
    },
    entered: () => parseDateTime(value.date, value.time),
    /** When it is not possible, the fields say why. */
    isPossible(at: Date): boolean {
      const found = scheduleProblem(at, new Date(), SCHEDULED_DAYS_MAX);
      setProblem(found);
      return found === null;
    },
  };
}

export function DateTimeFields({ value, problem, change }: ReturnType<typeof useSendTime>) {
  const t = useText('composer');
  const lang = useLanguage();
  const id = useId();
  return (
    <>
      <div className={styles.fields}>
        {(['date', 'time'] as const).map((type) => (
          <label key={type}>
            {t(`composer.later.${type}`)}
            <input
              type={type}
              required
              className={styles.input}
              min={type === 'date' ? dateTimeFieldsOf(new Date()).date : undefined}
              value={value[type]}
              aria-describedby={`${id}-note`}
              aria-invalid={problem !== null || undefined}
              onChange={({ currentTarget }) => change({ [type]: currentTarget.value })}
            />
          </label>
        ))}
      </div>
      <p id={`${id}-note`} className={problem ? 'wrong' : 'small'}>
        {problem
          ? t(`composer.later.${problem}`, { days: SCHEDULED_DAYS_MAX })
          : t('composer.later.zone', { zone: nameZone(lang, readerZone().timeZone) })}
      </p>
    </>
  );
}
