import type { ComponentProps } from 'react';
import { useText } from '../../../../platform/i18n.tsx';

export interface RangeInputsProps extends ComponentProps<'input'> {
  /** Names of the two fields without their endings. */
  name: string;
  from: number | null;
  to: number | null;
  labels: { from: string; to: string };
  hints?: { from: string; to: string };
}

/** Both ends of a range; the `id` is that of the first field. */
export function RangeInputs({ id, name, labels, hints, from, to, ...rest }: RangeInputsProps) {
  const t = useText();
  const ends = { from, to };
  return (['from', 'to'] as const).map((end) => (
    <input
      key={end}
      id={end === 'from' ? id : undefined}
      name={`${name}_${end}`}
      autoComplete="off"
      aria-label={labels[end]}
      defaultValue={ends[end] ?? ''}
      placeholder={t(`ads.filter.${end}`, { value: hints?.[end] ?? '' }).trim()}
      {...rest}
    />
  ));
}
