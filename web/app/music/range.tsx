import type { CSSProperties } from 'react';
import styles from './range.module.css';

interface RangeProps {
  label: string;
  value: number;
  max: number;
  /** Of one press of an arrow key. */
  step: number;
  /** The value in words. */
  text: string;
  isDisabled?: boolean;
  onChange: (value: number) => void;
  /** The pointer or the key was let go. */
  onEnd?: () => void;
  className?: string | undefined;
}

/** A line with a knob: the browser's own, so that keys, touch and screen readers know it. */
export function Range({
  label,
  value,
  max,
  step,
  text,
  isDisabled = false,
  onChange,
  onEnd,
  className = '',
}: RangeProps) {
  const share = max > 0 ? Math.min(100, (value / max) * 100) : 0;
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
      value={Math.min(value, max || 1)}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      onPointerUp={onEnd}
      onKeyUp={onEnd}
      onBlur={onEnd}
    />
  );
}
