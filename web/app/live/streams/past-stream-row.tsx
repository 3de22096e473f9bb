import type { Stream } from '@app/contract/live/streams';
import { formatDateTime, formatDuration } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { SaveRecording } from './broadcast/save-recording.tsx';
import styles from './past-stream-row.module.css';

export function lengthOf({ started_at, ended_at }: Stream): number {
  return started_at === null || ended_at === null ? 0 : Date.parse(ended_at) - Date.parse(started_at);
}

export function PastStreamRow({ stream, onChange }: { stream: Stream; onChange: () => void }) {
  const t = useText('streams');
  return (
    <li className={styles.row}>
      <div>
        <h3>{stream.theme}</h3>
        <p className="dim num">
          {[
            stream.started_at && formatDateTime(stream.started_at),
            formatDuration(lengthOf(stream)),
            t('streams.viewers', { count: stream.viewers_max }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <SaveRecording stream={stream} variant="light" onChange={onChange} />
    </li>
  );
}
