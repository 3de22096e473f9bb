import type { CSSProperties } from 'react';
import styles from './range.module.css';

interface RangeProps {
  label: string;
  value: number;
  max: number;
  step: number;
  /** Step of the arrow keys; without it the browser's own, which is `step`. */
  keyStep?: number;
  text?: string;
  isDisabled?: boolean;
  /** Lies on a picture, whatever its colors. */
  isOnPicture?: boolean;
  onChange: (value: number) => void;
  onEnd?: () => void;
  className?: string | undefined;
}

const KEYS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** Range slider based on the native input, so that keyboard, touch and screen readers work. */
export function Range({
  label,
  value,
  max,
  step,
  keyStep,
  text,
  isDisabled = false,
  isOnPicture,
  onChange,
  onEnd,
  className = '',
}: RangeProps) {
  // A multiple of the step: React would take the browser's own rounding for an input and seek again.
  const shown = Math.min(Number((Math.round(value / step) * step).toFixed(2)), max || 1);
  const share = max > 0 ? Math.min(100, (shown / max) * 100) : 0;
  return (
    <input
      type="range"
      className={`${styles.range} ${className}`}
      data-on-picture={isOnPicture || undefined}
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
        if (keyStep === undefined || way === undefined) return;
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onChange(Math.min(max, Math.max(0, value + way * keyStep)));
      }}
      onPointerUp={onEnd}
      onKeyUp={onEnd}
      onBlur={onEnd}
    />
  );
}
