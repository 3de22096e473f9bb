import { TextInput } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { PRICE_MAX_ROUBLES } from '#contract/platform/money';
import { useText } from '../../../platform/i18n.tsx';

interface AdPriceFieldProps {
  value: string;
  onChange: (digits: string) => void;
  error?: string | undefined;
}

const MAX_DIGITS = String(PRICE_MAX_ROUBLES).length - 1;

function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, '\u00a0');
}

export function AdPriceField({ value, onChange, error }: AdPriceFieldProps) {
  const t = useText('ad-form');
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const [isStrange, setStrange] = useState(false);
  const shown = group(value);

  // Grouping moves the text, so the caret is restored behind the same digit.
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== field.current) return;
    let place = 0;
    for (let digits = 0; digits < caret.current && place < shown.length; place++) {
      if (shown.charAt(place) !== '\u00a0') digits++;
    }
    field.current?.setSelectionRange(place, place);
    caret.current = null;
  });

  function handleChange(typed: string, position: number): void {
    caret.current = typed.slice(0, position).replace(/\D/g, '').length;
    setStrange(/[^\d\s]/.test(typed));
    onChange(
      typed
        .replace(/\D/g, '')
        .replace(/^0+(?=\d)/, '')
        .slice(0, MAX_DIGITS),
    );
  }

  const isUnstated = value === '' || value === '0';
  return (
    <TextInput
      ref={field}
      name="board_price"
      label={t('ad-form.price')}
      inputMode="numeric"
      autoComplete="off"
      value={shown}
      onChange={({ currentTarget }) =>
        handleChange(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length)
      }
      rightSection={<span aria-hidden="true">₽</span>}
      description={isUnstated ? t('ads.price.none') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error ?? (isStrange ? t('ad-form.price.digits') : undefined)}
    />
  );
}
