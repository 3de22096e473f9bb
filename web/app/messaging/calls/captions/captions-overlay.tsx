import type { CallParticipant } from '@app/contract/messaging/calls';
import { useText } from '../../../platform/i18n.tsx';
import type { ActiveCall } from '../call-state.ts';
import { useCalls } from '../use-calls.ts';
import styles from './captions.module.css';
import { type CaptionsState, isCaptioned } from './captions-state.ts';
import { useCaptions } from './use-captions.ts';

/** Says whose speech the viewer will not read, so that silence is not taken for it. */
function useMissingText(state: CaptionsState, people: readonly CallParticipant[]): string | null {
  const t = useText('calls');
  const missing = people.filter(({ user_id }) => !isCaptioned(state, user_id));
  const [first] = missing;
  if (first === undefined) return null;
  if (people.length > 1)
    return t('calls.captions.missing', { names: missing.map(({ firstname }) => firstname).join(', ') });
  const isUnavailable = state.statuses.get(first.user_id)?.speech === 'unavailable';
  return t(isUnavailable ? 'calls.captions.unavailable' : 'calls.captions.none');
}

/** What the others say, over the lower part of the picture. */
export function CaptionsOverlay({ running }: { running: ActiveCall }) {
  const t = useText('calls');
  const { viewerId } = useCalls();
  const state = useCaptions();
  const others = running.call?.people.filter(({ user_id }) => user_id !== viewerId) ?? [];
  const missing = useMissingText(
    state,
    others.filter((person) => person.state === 'joined'),
  );
  return (
    <div className={styles.overlay}>
      {/* A guess changes many times a second, so only final words are read out. */}
      <div className={styles.lines} role="log" aria-live="polite" aria-label={t('calls.captions')}>
        {state.lines.map(({ id, user, text, isFinal }) => (
          <p key={id} className={styles.line} aria-hidden={!isFinal}>
            <b>{others.find(({ user_id }) => user_id === user)?.firstname}</b>{' '}
            <span className={styles.words}>
              <span>{text}</span>
            </span>
          </p>
        ))}
      </div>
      <p className={styles.missing} role="status">
        {missing}
      </p>
    </div>
  );
}
