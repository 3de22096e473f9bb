import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { drainToasts, showStoredToasts, waitingToasts } from '../../ui/toast/toast.ts';
import ActivationPage from './activation-page.tsx';

const network = vi.fn();

beforeEach(() => {
  network.mockReset();
  network.mockImplementation(async () => Response.json({ user_id: 5, resend_after: 60 }));
  sessionStorage.clear();
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

async function show(resendAfter: number, at = '/activation/5') {
  const props = { loaderData: { userId: 5, resendAfter } } as ComponentProps<typeof ActivationPage>;
  const shown = await showComponent(<ActivationPage {...props} />, at);
  await screen.findByRole('heading', { name: 'Код из почты' });
  return shown;
}

test('another code can be asked for when the server’s wait is over, and then the wait starts again', async () => {
  await show(2);
  expect(screen.getByRole('timer')).toHaveTextContent('0:02');
  expect(screen.queryByRole('button', { name: 'Отправить код ещё раз' })).not.toBeInTheDocument();
  const again = await screen.findByRole('button', { name: 'Отправить код ещё раз' }, { timeout: 15_000 });
  await userEvent.click(again);
  expect(await screen.findByText(/ 1:00$/)).toBeInTheDocument();
  expect(network.mock.calls.filter(([, { method }]) => method === 'POST')).toHaveLength(1);
});

test('an empty code does nothing', async () => {
  await show(0);
  await userEvent.click(screen.getByRole('button', { name: 'Подтвердить' }));
  expect(network.mock.calls.every(([, { method }]) => method === 'GET')).toBe(true);
});

const answers = (confirmed: object, state: object = {}) =>
  network.mockImplementation(async (address: string) =>
    Response.json(
      address.endsWith('checkcode')
        ? { user_id: 5, grant: 'g' }
        : address.endsWith('confirm')
          ? { user_id: 5, ...confirmed }
          : { user_id: 5, resend_after: 60, ...state },
    ),
  );
const bodyOf = (path: string) =>
  JSON.parse(network.mock.calls.find(([address]) => address.endsWith(path))?.[1].body ?? 'null');
const pasteCode = async () => {
  await userEvent.click(screen.getByLabelText('Цифра 1'));
  await userEvent.paste('123456');
};

test('the first box has the focus, and a pasted code signs in and returns to the wanted page', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  answers({ session: { user_id: 5 } });
  await show(60, '/activation/5?next=%2Fadd');
  expect(screen.getByLabelText('Цифра 1')).toHaveFocus();
  await pasteCode();
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/add'));
  expect(bodyOf('checkcode')).toEqual({ user_id: 5, sms_code: '123456' });
  expect(bodyOf('confirm')).toEqual({ user_id: 5, sign_in: 1 });
  showStoredToasts();
  expect(waitingToasts().map(({ message }) => message)).toEqual(['Пользователь успешно активирован']);
  assign.mockRestore();
});

test('in another browser the code leads to sign-in', async () => {
  answers({});
  const { router } = await show(60, '/activation/5?next=%2Fadd');
  await pasteCode();
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  expect(router.state.location.search).toBe('?next=%2Fadd');
});

test('a wrong code is told under the boxes, which are empty and have the focus', async () => {
  await show(60);
  network.mockResolvedValue(Response.json({ message: 'Код не подходит', code: 'code_wrong' }, { status: 400 }));
  await pasteCode();
  expect(await screen.findByText('Код не подходит')).toBeInTheDocument();
  expect(screen.getByLabelText('Цифра 1')).toHaveValue('');
  expect(screen.getByLabelText('Цифра 1')).toHaveFocus();
  expect(screen.getByLabelText('Цифра 1')).toBeInvalid();
});

test('a slip in the address is corrected, and the countdown starts again', async () => {
  answers({}, { email: 'anna@exmaple.com' });
  await show(0);
  expect(await screen.findByText('Код отправлен на anna@exmaple.com')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Исправить адрес' }));
  answers({}, { email: 'anna@example.com' });
  await userEvent.clear(screen.getByLabelText('Электронная почта'));
  await userEvent.type(screen.getByLabelText('Электронная почта'), 'anna@example.com{Enter}');
  expect(await screen.findByText('Код отправлен на anna@example.com')).toBeInTheDocument();
  expect(network.mock.lastCall?.[1]).toMatchObject({ method: 'PUT', body: '{"email":"anna@example.com"}' });
  expect(screen.getByRole('timer')).toHaveTextContent('1:00');
});

test('an address that is taken is refused beside its field', async () => {
  answers({}, { email: 'anna@exmaple.com' });
  await show(0);
  await userEvent.click(await screen.findByRole('button', { name: 'Исправить адрес' }));
  const fields = { email: 'Этот адрес электронной почты уже зарегистрирован' };
  network.mockResolvedValue(Response.json({ message: 'Занято', code: 'email_taken', fields }, { status: 409 }));
  await userEvent.click(screen.getByRole('button', { name: 'Отправить код сюда' }));
  expect(await screen.findByText(fields.email)).toBeInTheDocument();
});
