import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { PasswordField } from './password-field.tsx';

const PASSWORD = 'Зимний вечер 7 — «кавычки» ';

test('a password is masked, may be shown and hidden, pasted whole and filled in by a manager', async () => {
  await showComponent(<PasswordField label="Пароль" autoComplete="current-password" />, '/');
  const field = screen.getByLabelText<HTMLInputElement>(/^Пароль/, { selector: 'input' });
  expect(field).toHaveAttribute('type', 'password');
  expect(field).toHaveAttribute('autocomplete', 'current-password');
  await userEvent.click(field);
  await userEvent.paste(PASSWORD);
  expect(field).toHaveValue(PASSWORD);
  expect(field).not.toHaveAttribute('maxlength');
  const toggle = screen.getByRole('button', { name: 'Показать пароль', hidden: true });
  await userEvent.click(toggle);
  expect(field).toHaveAttribute('type', 'text');
  await userEvent.click(toggle);
  expect(field).toHaveAttribute('type', 'password');
});
