import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { WAVEFORM_PEAKS } from '#contract/messaging/chat-files';
import { formatClock } from '../../platform/format/format-clock.ts';
import { useText } from '../../platform/i18n.tsx';
import styles from './waveform.module.css';
import { barsPath } from './waveform.ts';

interface WaveformProps {
  /** 0 to 100 each. */
  peaks: readonly number[];
  /** Milliseconds. */
  position: number;
  duration: number;
  onSeek: (position: number) => void;
}

const STEP_MS = 1000;
const LEAP_MS = 5000;
const PEAK_MIN = 8;
const FLAT: readonly number[] = Array(WAVEFORM_PEAKS).fill(PEAK_MIN);

export function Waveform({ peaks, position, duration, onSeek }: WaveformProps) {
  const t = useText('composer');
  const root = useRef<HTMLDivElement>(null);
  const bars = peaks.length > 0 ? peaks : FLAT;
  const share = duration > 0 ? Math.min(1, position / duration) : 0;
  const path = barsPath(bars.map((peak) => Math.max(PEAK_MIN, Math.min(100, peak))));

  function seekTo(event: PointerEvent): void {
    const box = root.current?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    onSeek(Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * duration);
  }

  function handleKey(event: KeyboardEvent): void {
    const goals: Readonly<Record<string, number>> = {
      ArrowRight: position + STEP_MS,
      ArrowUp: position + STEP_MS,
      ArrowLeft: position - STEP_MS,
      ArrowDown: position - STEP_MS,
      PageUp: position + LEAP_MS,
      PageDown: position - LEAP_MS,
      Home: 0,
      End: duration,
    };
    const goal = goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSeek(Math.max(0, Math.min(duration, goal)));
  }

  return (
    <div
      ref={root}
      role="slider"
      tabIndex={0}
      className={styles.waveform}
      aria-label={t('composer.player.position')}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration / 1000)}
      aria-valuenow={Math.round(position / 1000)}
      aria-valuetext={t('composer.player.value', { position: formatClock(position), duration: formatClock(duration) })}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
      }}
      onKeyDown={handleKey}
    >
      <svg viewBox={`0 0 ${bars.length * 3 - 1} 100`} preserveAspectRatio="none" aria-hidden="true">
        <path d={path} className={styles.rest} />
        <path d={path} className={styles.done} style={{ clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` }} />
      </svg>
    </div>
  );
}
