import type { CSSProperties } from 'react';
import styles from './range.module.css';

interface RangeProps {
  label: string;
  value: number;
  max: number;
  /** How finely it can be set. */
  step: number;
  /** Of one press of an arrow key. */
  keyStep: number;
  /** The value in words. */
  text: string;
  isDisabled?: boolean;
  onChange: (value: number) => void;
  /** The pointer or the key was let go. */
  onEnd?: () => void;
  className?: string | undefined;
}

const KEYS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** A line with a knob: the browser's own, so that keys, touch and screen readers know it. */
export function Range({
  label,
  value,
  max,
  step,
  keyStep,
  text,
  isDisabled = false,
  onChange,
  onEnd,
  className = '',
}: RangeProps) {
  const shown = Math.min(Math.round(value / step) * step, max || 1);
  const share = max > 0 ? Math.min(100, (shown / max) * 100) : 0;
  return (
    <input
      type="range"
      className={`${styles.range} ${className}`}
      style={{ '--range-share': `${share}%` } as CSSProperties}
      aria-label={label}
      aria-valuetext={text}
      min={0}
      max={max || 1}
      step={step}
      value={shown}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      onKeyDown={(event) => {
        const way = KEYS[event.key];
        if (way === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onChange(Math.min(max, Math.max(0, value + way * keyStep)));
      }}
      onPointerUp={onEnd}
      onKeyUp={onEnd}
      onBlur={onEnd}
    />
  );
}
