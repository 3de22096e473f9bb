import type { FeedbackLine } from '@app/contract/staff/feedback';
import { formatMoment } from '../../platform/format.ts';
import styles from './feedback-thread.module.css';

interface FeedbackThreadProps {
  lines: readonly FeedbackLine[];
  /** How whoever wrote is called, and how we are. */
  them: string;
  us: string;
}

/** What a person and we said to each other, the latest first. */
export function FeedbackThread({ lines, them, us }: FeedbackThreadProps) {
  return (
    <ul className={styles.thread}>
      {lines.map(({ id, message, timestamp, from_staff }) => (
        <li key={id} className={styles.line} data-ours={from_staff === 1 || undefined}>
          <small>{`${from_staff === 1 ? us : them} · ${formatMoment(timestamp)}`}</small>
          {message}
        </li>
      ))}
    </ul>
  );
}
