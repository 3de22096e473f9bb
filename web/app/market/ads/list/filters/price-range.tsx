import { useEffect, useLayoutEffect, useState } from 'react';
import { useText } from '../../../../platform/i18n.tsx';
import { useMoneyInput } from '../../../../ui/form/use-money-input.ts';
import styles from './filter-bar.module.css';
import type { RangeInputsProps } from './range-inputs.tsx';

type End = 'from' | 'to';

function usePriceEnd(plain: HTMLInputElement | null, before: number | null) {
  const [value, setValue] = useState(() => plain?.value ?? String(before ?? ''));
  // Something may have been typed between the rendering of these fields and their coming.
  useLayoutEffect(() => {
    if (plain !== null) setValue(plain.value);
  }, [plain]);
  return useMoneyInput({ value, onChange: setValue });
}

/** The price fields once scripts are there: they group digits and tell what is no price. */
export function PriceRange({ id, name, from, to, labels, hints, ...rest }: RangeInputsProps) {
  const t = useText();
  // The user may have typed into the plain fields, which these replace.
  const [replaced] = useState(() => {
    const plain = (end: End) => document.querySelector<HTMLInputElement>(`input[name="${name}_${end}"]`);
    return { from: plain('from'), to: plain('to'), focused: document.activeElement?.getAttribute('name') };
  });
  const ends = { from: usePriceEnd(replaced.from, from), to: usePriceEnd(replaced.to, to) };
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
