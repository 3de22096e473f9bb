import { useText } from '../../../platform/i18n.tsx';
import type { Running } from '../call-store.ts';
import { useCalls } from '../use-calls.ts';
import styles from './recording.module.css';
import { type SeenRecording, seeRecording } from './use-recording.ts';

/** A dot that is red while something is kept. */
const Dot = ({ isOn }: { isOn: boolean }) => (
  <span className={styles.dot} data-on={isOn || undefined} aria-hidden="true" />
);

function useStanding({ look, isMine, name, waiting }: SeenRecording): { words: string; about: string } {
  const t = useText('calls');
  const names = waiting.join(', ');
  if (look === 'running')
    return {
      words: t('calls.record.on'),
      about: isMine ? t('calls.record.file.mine') : t('calls.record.file.other', { name }),
    };
  const about = names === '' ? t('calls.record.waits.page', { name }) : t('calls.record.waits', { names });
  return { words: t(look === 'asked' ? 'calls.record.asked' : 'calls.record.paused'), about };
}

/** What everybody in the call sees of a recording, from the first question to its end, above whatever else is in the window. */
export function RecordingStrip({ running }: { running: Running }) {
  const { viewerId } = useCalls();
  const seen = seeRecording(running, viewerId);
  if (seen === null) return null;
  return seen.look === 'ask' ? <Question seen={seen} /> : <Standing seen={seen} />;
}

function Question({ seen: { id, hasBegun, name } }: { seen: SeenRecording }) {
  const t = useText('calls');
  const { calls } = useCalls();
  return (
    <div className={styles.strip} role="alert">
      <Dot isOn={false} />
      <p>{t(hasBegun ? 'calls.record.ask.begun' : 'calls.record.ask', { name })}</p>
      <span className={styles.actions}>
        <button type="button" className={styles.yes} onClick={() => calls.record({ is: 'agree', id })}>
          {t('calls.record.agree')}
        </button>
        <button type="button" onClick={() => calls.record({ is: 'refuse', id })}>
          {t('calls.record.refuse')}
        </button>
      </span>
    </div>
  );
}

function Standing({ seen }: { seen: SeenRecording }) {
  const t = useText('calls');
  const { calls } = useCalls();
  const { words, about } = useStanding(seen);
  const isAsked = seen.look === 'asked';
  return (
    <div className={styles.strip}>
      <Dot isOn={seen.look === 'running'} />
      <p role="status">
        <b>{words}</b> <span>{about}</span>
      </p>
      <button type="button" onClick={() => calls.record({ is: 'stop', id: seen.id })}>
        {t(isAsked ? (seen.isMine ? 'calls.record.cancel' : 'calls.record.refuse') : 'calls.record.stop')}
      </button>
    </div>
  );
}

/** The same of a call that is rolled up. */
export function PillMark({ running }: { running: Running }) {
  const t = useText('calls');
  const { viewerId } = useCalls();
  const seen = seeRecording(running, viewerId);
  if (seen === null) return null;
  const words = {
    ask: 'calls.record.pill',
    asked: 'calls.record.asked',
    running: 'calls.record.on',
    paused: 'calls.record.paused',
  } as const;
  return (
    <small className={styles.mark} role="status">
      <Dot isOn={seen.look === 'running'} />
      <span className="clip1">{t(words[seen.look])}</span>
    </small>
  );
}
