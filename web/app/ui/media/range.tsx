import type { CSSProperties } from 'react';
import styles from './range.module.css';

interface RangeProps {
  label: string;
  value: number;
  max: number;
  step: number;
  keyStep: number;
  text: string;
  isDisabled?: boolean;
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
