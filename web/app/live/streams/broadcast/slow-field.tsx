import { useText } from '../../../platform/i18n.tsx';
import { SelectField } from '../../../publishing/music/music-dialog.tsx';

const CHOICES = [0, 5, 10, 30, 60] as const;

export function SlowField({ value, onChange }: { value: number; onChange: (seconds: number) => void }) {
  const t = useText('streams');
  const options = [...new Set([...CHOICES, value])]
    .toSorted((one, other) => one - other)
    .map((seconds) => ({
      value: String(seconds),
      text: seconds === 0 ? t('streams.slow.off') : t('streams.slow.every', { seconds }),
    }));
  const change = (seconds: string): void => onChange(Number(seconds));
  return <SelectField label={t('streams.slow')} value={String(value)} options={options} onChange={change} />;
}
