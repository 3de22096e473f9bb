import { parseSum, type SumProblem } from '@app/contract/platform/typed-sum';
import { type ChangeEvent, type InvalidEvent, useLayoutEffect, useRef, useState } from 'react';
import { formatKopecks } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';

const NO_BREAK_SPACE = '\u00a0';
const group = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE);

/** Formats «12500.5» as «12 500,50» and leaves alone what is no sum. */
function formatSum(value: string): string {
  const sum = parseSum(value);
  if (sum === null || 'problem' in sum) return value;
  const part = sum.kopecks % 100;
  return `${group(String(Math.floor(sum.kopecks / 100)))}${part === 0 ? '' : `,${String(part).padStart(2, '0')}`}`;
}

export function sumProblem(value: string): SumProblem | null {
  const sum = parseSum(value);
  return sum && 'problem' in sum ? sum.problem : null;
}

interface UseMoneyInput {
  /** Roubles as digits, with kopecks as «199.5» where the field takes them; a text that is no sum stays as typed. */
  value: string;
  onChange: (value: string) => void;
  hasKopecks?: boolean | undefined;
}

/** State of a field for a sum of money. Kopecks that the field does not take are dropped with a note. */
export function useMoneyInput({ value, onChange, hasKopecks = false }: UseMoneyInput) {
  const t = useText('sums');
  const lang = useLanguage();
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const [typed, setTyped] = useState<{ text: string; value: string } | null>(null);
  const [rounded, setRounded] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(true);
  const shown = typed?.value === value ? typed.text : formatSum(value);
  const found = sumProblem(value);
  const problem = found === null ? undefined : t(`sums.${found}`);

  useLayoutEffect(() => {
    field.current?.setCustomValidity(problem ?? '');
    // Grouping moves the text, so the caret is restored behind the same digit.
    if (caret.current === null || document.activeElement !== field.current) return;
    let place = 0;
    for (let digits = 0; digits < caret.current && place < shown.length; place++) {
      if (shown.charAt(place) !== NO_BREAK_SPACE) digits++;
    }
    field.current?.setSelectionRange(place, place);
    caret.current = null;
  });

  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const { value: changed, selectionStart } = currentTarget;
    // An edit leaves the groups of the text before it uneven.
    const text = shown.includes(NO_BREAK_SPACE) ? changed.replaceAll(NO_BREAK_SPACE, '') : changed;
    const sum = parseSum(text);
    const kopecks = sum && 'kopecks' in sum ? sum.kopecks : null;
    const next = kopecks === null ? text.trim() : String(hasKopecks ? kopecks / 100 : Math.floor(kopecks / 100));
    const isPlain = /^\d+$/.test(text) && kopecks !== null;
    caret.current = isPlain ? changed.slice(0, selectionStart ?? changed.length).replace(/\D/g, '').length : null;
    setTyped({ text: isPlain ? group(next) : text, value: next });
    setRounded(!hasKopecks && kopecks !== null && kopecks % 100 > 0 ? next : null);
    setLeft(false);
    onChange(next);
  }

  function leave(): void {
    setTyped(null);
    setLeft(true);
  }

  return {
    input: {
      ref: field,
      inputMode: hasKopecks ? ('decimal' as const) : ('numeric' as const),
      autoComplete: 'off',
      value: shown,
      onChange: handleChange,
      onBlur: leave,
      // The field shows the message itself.
      onInvalid: (event: InvalidEvent<HTMLInputElement>) => {
        event.preventDefault();
        leave();
      },
    },
    /** A sum that is still unclear may become clear with the next key. */
    problem: isLeft || found !== 'unclear' ? problem : undefined,
    note:
      rounded !== null && rounded === value
        ? t('sums.whole', { sum: formatKopecks(lang, Number(value) * 100) })
        : undefined,
  };
}
