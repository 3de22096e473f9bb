import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { ApiError } from '../../platform/api-error.ts';
import { useText } from '../../platform/i18n.tsx';
import { drainToasts, waitingToasts } from '../toast/toast.ts';
import { MoneyField } from './money-field.tsx';
import { findSchemaErrors } from './schema-errors.ts';
import { useForm } from './use-form.ts';

const send = vi.fn<(values: object) => Promise<void>>();
const handleChange = vi.fn();
beforeEach(() => {
  send.mockReset().mockResolvedValue();
  handleChange.mockReset();
  drainToasts();
});

const SCHEMA = import('@app/contract/people/users').then(({ UserChange }) => UserChange);

function Page({ checksOnBlur }: { checksOnBlur?: 'all' | 'filled' }) {
  const t = useText('errors');
  const form = useForm({
    initial: { firstname: '', login: '' },
    t,
    ...(checksOnBlur && { checksOnBlur }),
    check: (values) => findSchemaErrors(SCHEMA, values, t),
    send,
    onChange: handleChange,
  });
  return (
    <form {...form.props}>
      {(['firstname', 'login'] as const).map((name) => (
        <label key={name}>
          {name}
          <input {...form.input(name)} />
          <span>{form.errors[name]}</span>
        </label>
      ))}
      <button type="submit">Сохранить</button>
    </form>
  );
}

const field = (name: string): HTMLElement => screen.getByLabelText(new RegExp(`^${name}`));
const save = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

test('wrong fields are marked by the rules of the contract, the first has the focus, nothing is sent', async () => {
  await showComponent(<Page />);
  await userEvent.type(field('login'), 'ab');
  await save();
  await waitFor(() => expect(field('firstname')).toHaveFocus());
  expect(field('firstname')).toHaveAttribute('aria-invalid', 'true');
  expect(screen.getByText('Необходимо указать Ваше имя')).toBeInTheDocument();
  expect(field('login')).toHaveAttribute('aria-invalid', 'true');
  expect(send).not.toHaveBeenCalled();
});

test('a change removes the error of its field only, and right values are sent', async () => {
  await showComponent(<Page />);
  await save();
  await waitFor(() => expect(field('login')).toHaveAttribute('aria-invalid', 'true'));
  await userEvent.type(field('firstname'), 'Анна');
  expect(field('firstname')).not.toHaveAttribute('aria-invalid');
  expect(field('login')).toHaveAttribute('aria-invalid', 'true');
  await userEvent.type(field('login'), 'anna');
  await save();
  await waitFor(() => expect(send).toHaveBeenCalledWith({ firstname: 'Анна', login: 'anna' }));
  expect(handleChange).toHaveBeenLastCalledWith({ firstname: 'Анна', login: 'anna' });
});

test('what the server rejects stands beside its field until that field changes', async () => {
  const fields = { login: 'Этот логин уже занят' };
  send.mockRejectedValue(new ApiError(409, { code: 'login_taken', message: 'Логин занят', fields }));
  await showComponent(<Page />);
  await userEvent.type(field('firstname'), 'Анна');
  await userEvent.type(field('login'), 'anna');
  await save();
  expect(await screen.findByText(fields.login)).toBeInTheDocument();
  expect(field('login')).toHaveFocus();
  expect(waitingToasts()[0]?.message).toBe('Логин занят');
  await save();
  expect(send).toHaveBeenCalledOnce();
  expect(screen.getByText(fields.login)).toBeInTheDocument();
  await userEvent.type(field('firstname'), ' Мария');
  expect(screen.getByText(fields.login)).toBeInTheDocument();
  await userEvent.type(field('login'), '2');
  expect(screen.queryByText(fields.login)).not.toBeInTheDocument();
  await save();
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
});

function PricedPage() {
  const form = useForm({ initial: { price: '' }, send });
  return (
    <form {...form.props}>
      <MoneyField label="Цена" value={form.values.price} onChange={(price) => form.change({ price })} />
      <button type="submit">Сохранить</button>
    </form>
  );
}

test('a form that checks nothing is not sent either while one of its fields shows an error', async () => {
  await showComponent(<PricedPage />);
  await userEvent.type(field('Цена'), '12.500{Enter}');
  await save();
  expect(field('Цена')).toHaveFocus();
  expect(screen.getByText(/^Непонятно/)).toBeInTheDocument();
  expect(send).not.toHaveBeenCalled();
  await userEvent.clear(field('Цена'));
  await userEvent.type(field('Цена'), '12500');
  await save();
  await waitFor(() => expect(send).toHaveBeenCalledWith({ price: '12500' }));
});

test.each([
  { checksOnBlur: 'all' as const, empty: 'true' },
  { checksOnBlur: 'filled' as const, empty: null },
])('fields are checked on leaving: $checksOnBlur', async ({ checksOnBlur, empty }) => {
  await showComponent(<Page checksOnBlur={checksOnBlur} />);
  await userEvent.click(field('firstname'));
  await userEvent.click(field('login'));
  await userEvent.keyboard('ab');
  await userEvent.tab();
  await waitFor(() => expect(field('login')).toHaveAttribute('aria-invalid', 'true'));
  expect(field('firstname').getAttribute('aria-invalid')).toBe(empty);
});

test('a form is sent once at a time', async () => {
  let finish = (): void => {};
  send.mockReturnValue(
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  await showComponent(<Page />);
  await userEvent.type(field('firstname'), 'Анна');
  await userEvent.type(field('login'), 'anna');
  await save();
  await save();
  expect(send).toHaveBeenCalledOnce();
  finish();
});
