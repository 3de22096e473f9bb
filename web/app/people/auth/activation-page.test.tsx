import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { drainToasts } from '../../ui/toast/toast.ts';
import ActivationPage from './activation-page.tsx';

const network = vi.fn();

beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

async function show(resendAfter: number) {
  const props = { loaderData: { userId: 5, resendAfter } } as ComponentProps<typeof ActivationPage>;
  const shown = await showComponent(<ActivationPage {...props} />, '/activation/5');
  await screen.findByRole('heading', { name: 'Код из почты' });
  return shown;
}

test('another code can be asked for when the server’s wait is over, and then the wait starts again', async () => {
  network.mockResolvedValue(Response.json({ user_id: 5, resend_after: 60 }));
  await show(2);
  expect(screen.getByRole('timer')).toHaveTextContent('0:02');
  expect(screen.queryByRole('button', { name: 'Отправить код ещё раз' })).not.toBeInTheDocument();
  const again = await screen.findByRole('button', { name: 'Отправить код ещё раз' }, { timeout: 15_000 });
  await userEvent.click(again);
  expect(await screen.findByText(/ 1:00$/)).toBeInTheDocument();
  expect(network).toHaveBeenCalledTimes(1);
});

test('an empty code does nothing', async () => {
  await show(0);
  await userEvent.click(screen.getByRole('button', { name: 'Подтвердить' }));
  expect(network).not.toHaveBeenCalled();
});

test('a pasted code is sent by itself and leads to sign-in', async () => {
  network.mockImplementation(async (address: string) =>
    Response.json(address.endsWith('checkcode') ? { user_id: 5, grant: 'g' } : { user_id: 5 }),
  );
  const { router } = await show(60);
  await userEvent.click(screen.getByLabelText('Цифра 1'));
  await userEvent.paste('123456');
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  expect(JSON.parse(network.mock.calls[0]?.[1].body)).toEqual({ user_id: 5, sms_code: '123456' });
});
