import type { BulkSanction } from '@app/contract/trust/rules';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { bulkSanctionsApi } from '#contract/trust/rules';
import { call } from '../../../platform/call.ts';
import { formatDateTime, formatTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { useStaffAction } from '../frame/use-staff-action.ts';
import styles from './rules.module.css';

const POLL_INTERVAL_MS = 1500;

const isMoving = ({ state }: BulkSanction): boolean => state === 'running' || state === 'undoing';

export function BulkSanctionList({ bulkSanctions }: { bulkSanctions: readonly BulkSanction[] }) {
  const t = useText('rules');
  const { revalidate } = useRevalidator();
  const isAnyMoving = bulkSanctions.some(isMoving);
  useEffect(() => {
    if (!isAnyMoving) return;
    const timer = setInterval(() => void revalidate(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isAnyMoving, revalidate]);
  if (bulkSanctions.length === 0) return null;
  return (
    <section aria-label={t('rules.waves.done')}>
      <ul className={styles.waves}>
        {bulkSanctions.map((bulkSanction) => (
          <BulkSanctionRow key={bulkSanction.id} bulkSanction={bulkSanction} />
        ))}
      </ul>
    </section>
  );
}

function BulkSanctionRow({ bulkSanction }: { bulkSanction: BulkSanction }) {
  const t = useText('rules');
  const { isSending, run } = useStaffAction();
  const { state, settled, total, skipped, reason, staff, timestamp, undo_until } = bulkSanction;
  const undo = () => run(() => call(bulkSanctionsApi.undo, { params: { id: bulkSanction.id } }));
  return (
    <li className={styles.wave}>
      <span>
        <b>{t(`rules.wave.${state}`, { settled, total })}</b>
        {isMoving(bulkSanction) && (
          <progress value={settled} max={total} aria-label={t(`rules.wave.${state}`, { settled, total })} />
        )}
        {skipped > 0 && <small>{t('rules.wave.skipped', { count: skipped })}</small>}
        <small>{[reason, staff.name, formatDateTime(timestamp)].filter(Boolean).join(' · ')}</small>
      </span>
      {undo_until !== null && (
        <button type="button" className={button('plain', 'small')} aria-busy={isSending} onClick={() => void undo()}>
          {t('rules.wave.undo', { time: formatTime(undo_until) })}
        </button>
      )}
    </li>
  );
}
