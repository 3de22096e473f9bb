import { IconChevronDown } from '@tabler/icons-react';
import { useText } from '../../../platform/i18n.tsx';
import { dialogField, dialogSelect } from '../../../publishing/music/music-dialog.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';

const CHOICES = [0, 5, 10, 30, 60] as const;

export function SlowField({ value, onChange }: { value: number; onChange: (seconds: number) => void }) {
  const t = useText('streams');
  return (
    <label className={dialogField}>
      {t('streams.slow')}
      <span className={dialogSelect}>
        <select value={value} onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}>
          {[...new Set([...CHOICES, value])]
            .toSorted((one, other) => one - other)
            .map((seconds) => (
              <option key={seconds} value={seconds}>
                {seconds === 0 ? t('streams.slow.off') : t('streams.slow.every', { seconds })}
              </option>
            ))}
        </select>
        <IconChevronDown size={18} stroke={ICON_STROKE} aria-hidden="true" />
      </span>
    </label>
  );
}
