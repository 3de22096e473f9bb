import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { LanguageProvider } from '../../../../platform/i18n.tsx';
import { loadTexts } from '../../../../platform/texts.ts';
import { PriceRange } from './price-range.tsx';
import { RangeInputs, type RangeInputsProps } from './range-inputs.tsx';

await Promise.all([loadTexts('ru', 'ad-filters'), loadTexts('ru', 'sums')]);

const range: RangeInputsProps = { name: 'price', from: null, to: 500, labels: { from: 'Цена от', to: 'Цена до' } };
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** Types when the new fields are rendered and the plain ones are still there. */
function TypeMeanwhile() {
  field('Цена до').value = '60000';
  return null;
}

test('what is typed into the plain fields until others take their place is kept', () => {
  const page = (fields: ReactNode) => <LanguageProvider initial="ru">{fields}</LanguageProvider>;
  const { rerender } = render(page(<RangeInputs key="plain" {...range} />));
  field('Цена от').value = '1000';
  rerender(
    page(
      <>
        <PriceRange {...range} />
        <TypeMeanwhile />
      </>,
    ),
  );
  expect([field('Цена от').value, field('Цена до').value]).toEqual(['1\u00a0000', '60\u00a0000']);
});
