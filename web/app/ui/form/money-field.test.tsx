import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { MoneyField } from './money-field.tsx';

const stored = { value: '' };

function Field({ hasKopecks = false }) {
  const [value, setValue] = useState('');
  stored.value = value;
  return <MoneyField label="Цена" value={value} onChange={setValue} hasKopecks={hasKopecks} />;
}

async function type(keys: string, hasKopecks = false): Promise<HTMLElement> {
  await showComponent(<Field hasKopecks={hasKopecks} />);
  const field = await screen.findByLabelText('Цена');
  await userEvent.type(field, keys);
  return field;
}

test('digits are shown in groups of three and kept as digits', async () => {
  const field = await type('1250000');
  expect(field).toHaveValue('1\u00a0250\u00a0000');
  expect(stored.value).toBe('1250000');
  await userEvent.type(field, '{Backspace}5');
  expect(field).toHaveValue('1\u00a0250\u00a0005');
});

test.each(['12500.90', '12 500,90 руб', '12\u00a0500,9₽'])('kopecks of «%s» are dropped in sight', async (typed) => {
  const field = await type(typed);
  expect(stored.value).toBe('12500');
  expect(screen.getByRole('status')).toHaveTextContent('Копейки отброшены: 12 500 ₽');
  await userEvent.tab();
  expect(field).toHaveValue('12\u00a0500');
  expect(field).not.toBeInvalid();
  expect(screen.getByRole('status')).toBeInTheDocument();
});

test('a field with kopecks keeps them', async () => {
  const field = await type('1199,5', true);
  await userEvent.tab();
  expect(field).toHaveValue('1\u00a0199,50');
  expect(stored.value).toBe('1199.5');
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test('letters stay as typed, and the field says what is wrong', async () => {
  const field = await type('1a2b');
  expect(field).toHaveValue('1a2b');
  expect(field).toBeInvalid();
  expect(screen.getByText('Пожалуйста, используйте только цифры')).toBeInTheDocument();
  expect(stored.value).toBe('1a2b');
});

test('an unclear sum is told on leaving the field, not in the middle of it', async () => {
  const field = await type('12 5');
  expect(screen.queryByText(/Непонятно/)).not.toBeInTheDocument();
  await userEvent.tab();
  expect(screen.getByText(/^Непонятно, где рубли, а где копейки/)).toBeInTheDocument();
  await userEvent.type(field, '00');
  await userEvent.tab();
  expect(field).toHaveValue('12\u00a0500');
  expect(screen.queryByText(/Непонятно/)).not.toBeInTheDocument();
});
