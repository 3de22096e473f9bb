import { useEffect, useState } from 'react';
import { useText } from '../../../../platform/i18n.tsx';
import { useMoneyInput } from '../../../../ui/form/use-money-input.ts';
import styles from './filter-bar.module.css';
import type { RangeInputsProps } from './range-inputs.tsx';

type End = 'from' | 'to';

function usePriceEnd(before: string) {
  const [value, setValue] = useState(before);
  return useMoneyInput({ value, onChange: setValue });
}

/** The price fields once scripts are there: they group digits and tell what is no price. */
export function PriceRange({ id, name, from, to, labels, hints, ...rest }: RangeInputsProps) {
  const t = useText();
  // The user may have typed into the plain fields, which these replace.
  const [replaced] = useState(() => {
    const typedInto = (end: End): string | undefined =>
      document.querySelector<HTMLInputElement>(`input[name="${name}_${end}"]`)?.value;
    const focused = document.activeElement?.getAttribute('name');
    return { from: typedInto('from') ?? String(from ?? ''), to: typedInto('to') ?? String(to ?? ''), focused };
  });
  const ends = { from: usePriceEnd(replaced.from), to: usePriceEnd(replaced.to) };
  const { ref } = ends[replaced.focused === `${name}_to` ? 'to' : 'from'].input;
  useEffect(() => {
    if (replaced.focused?.startsWith(`${name}_`)) ref.current?.focus();
  }, [replaced, name, ref]);
  const problem = ends.from.problem ?? ends.to.problem;
  const note = ends.from.note ?? ends.to.note;
  return (
    <>
      <span className={styles.pair}>
        {(['from', 'to'] as const).map((end) => (
          <input
            key={end}
            {...rest}
            {...ends[end].input}
            id={end === 'from' ? id : undefined}
            name={`${name}_${end}`}
            aria-label={labels[end]}
            aria-invalid={ends[end].problem !== undefined || undefined}
            placeholder={t(`ads.filter.${end}`, { value: hints?.[end] ?? '' }).trim()}
          />
        ))}
      </span>
      {problem ? (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      ) : (
        note && (
          <p role="status" className="caption">
            {note}
          </p>
        )
      )}
    </>
  );
}
