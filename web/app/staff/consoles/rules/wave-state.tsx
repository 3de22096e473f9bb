import type { Wave } from '@app/contract/trust/rules';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { wavesApi } from '#contract/trust/rules';
import { call } from '../../../platform/call.ts';
import { formatMoment, formatTime } from '../../../platform/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import styles from './rules.module.css';

const ASK_EVERY_MS = 1500;

const isMoving = ({ state }: Wave): boolean => state === 'running' || state === 'undoing';

/** What was done to whole groups lately: how far it is, and the way back while there is one. */
export function WaveList({ waves }: { waves: readonly Wave[] }) {
  const t = useText('rules');
  const { revalidate } = useRevalidator();
  const isAnyMoving = waves.some(isMoving);
  useEffect(() => {
    if (!isAnyMoving) return;
    const timer = setInterval(() => void revalidate(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isAnyMoving, revalidate]);
  if (waves.length === 0) return null;
  return (
    <section aria-label={t('rules.waves.done')}>
      <ul className={styles.waves}>
        {waves.map((wave) => (
          <WaveRow key={wave.id} wave={wave} />
        ))}
      </ul>
    </section>
  );
}

function WaveRow({ wave }: { wave: Wave }) {
  const t = useText('rules');
  const { revalidate } = useRevalidator();
  const { isSending, submit } = useStaffSubmit();
  const { state, settled, total, skipped, reason, staff, timestamp, undo_until } = wave;
  const undo = () =>
    submit(async () => {
      await call(wavesApi.undo, { params: { id: wave.id } });
      await revalidate();
    });
  return (
    <li className={styles.wave}>
      <span>
        <b>{t(`rules.wave.${state}`, { settled, total })}</b>
        {isMoving(wave) && (
          <progress value={settled} max={total} aria-label={t(`rules.wave.${state}`, { settled, total })} />
        )}
        {skipped > 0 && <small>{t('rules.wave.skipped', { count: skipped })}</small>}
        <small>{[reason, staff.name, formatMoment(timestamp)].filter(Boolean).join(' · ')}</small>
      </span>
      {undo_until !== null && (
        <button type="button" className={button('plain', 'small')} aria-busy={isSending} onClick={() => void undo()}>
          {t('rules.wave.undo', { time: formatTime(undo_until) })}
        </button>
      )}
    </li>
  );
}
