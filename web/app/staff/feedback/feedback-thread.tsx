import type { FeedbackMessage } from '@app/contract/staff/feedback';
import { formatDateTime } from '../../platform/format/format.ts';
import styles from './feedback-thread.module.css';

interface FeedbackThreadProps {
  messages: readonly FeedbackMessage[];
  them: string;
  us: string;
}

export function FeedbackThread({ messages, them, us }: FeedbackThreadProps) {
  return (
    <ul className={styles.thread}>
      {messages.map(({ id, message, timestamp, from_staff }) => (
        <li key={id} className={styles.line} data-ours={from_staff === 1 || undefined}>
          <small>{`${from_staff === 1 ? us : them} · ${formatDateTime(timestamp)}`}</small>
          {message}
        </li>
      ))}
    </ul>
  );
}
