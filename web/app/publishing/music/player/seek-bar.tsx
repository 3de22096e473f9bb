import { useState } from 'react';
import { formatDuration } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { Range } from '../../../ui/media/range.tsx';
import { seek, useProgress } from './player.ts';
import styles from './seek-bar.module.css';

const STEP_MS = 100;
const KEY_MS = 5000;

export function SeekBar() {
  const t = useText('music');
  const { position, duration } = useProgress();
  /** Position of the dragged knob; playback seeks when the knob is released. */
  const [wanted, setWanted] = useState<number | null>(null);
  const shown = wanted ?? position;

  function go(): void {
    if (wanted === null) return;
    seek(wanted);
    setWanted(null);
  }

  const [now, all] = [formatDuration(shown), formatDuration(duration)];
  return (
    <div className={styles.seek}>
      <span className="num" aria-hidden="true">
        {now}
      </span>
      <Range
        label={t('music.player.seek')}
        value={Math.round(shown)}
        max={Math.floor(duration / STEP_MS) * STEP_MS}
        step={STEP_MS}
        keyStep={KEY_MS}
        text={t('music.player.time', { position: now, duration: all })}
        isDisabled={duration <= 0}
        onChange={setWanted}
        onEnd={go}
      />
      <span className="num" aria-hidden="true">
        {all}
      </span>
    </div>
  );
}
