import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { AdPriceField } from './ad-price-field.tsx';

const kept = { value: '' };

function Field() {
  const [value, setValue] = useState('');
  kept.value = value;
  return <AdPriceField value={value} onChange={setValue} />;
}

async function typed(keys: string): Promise<HTMLElement> {
  await showComponent(<Field />);
  const field = await screen.findByLabelText('Цена');
  await userEvent.type(field, keys);
  return field;
}

test('digits are shown in groups of three and kept as digits', async () => {
  expect(await typed('1250000')).toHaveValue('1\u00a0250\u00a0000');
  expect(kept.value).toBe('1250000');
});

test('letters, signs and points do not get in, and the field says so', async () => {
  expect(await typed('-12.5о')).toHaveValue('125');
  expect(screen.getByText('Пожалуйста, используйте только цифры')).toBeInTheDocument();
});

test('an empty price is called what it is', async () => {
  const field = await typed('5');
  expect(screen.queryByText('Цена не указана')).not.toBeInTheDocument();
  await userEvent.clear(field);
  expect(screen.getByText('Цена не указана')).toBeInTheDocument();
});
