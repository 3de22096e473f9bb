import type { Privacy } from '@app/contract/people/privacy';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../ui/toast/toast.ts';
import { PrivacyMatrix } from './privacy-matrix.tsx';

const network = vi.fn();
const loaded: Privacy = {
  phone: 'all',
  email: 'nobody',
  online: 'all',
  friends: 'all',
  write: 'all',
  call: 'circle',
  comment: 'all',
};

beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

const choice = (name: RegExp): HTMLElement => screen.getByRole('radio', { name });

test('every choice is a radio button named by its row and its column', async () => {
  await showComponent(<PrivacyMatrix loaded={loaded} />);
  expect(choice(/^Почту Никто$/)).toBeChecked();
  expect(choice(/^Звонить вам Круг$/)).toBeChecked();
  expect(screen.getAllByRole('radio')).toHaveLength(21);
});

test('a choice is saved at once and can be taken back from the toast', async () => {
  network.mockImplementation(async () => Response.json(loaded));
  await showComponent(<PrivacyMatrix loaded={loaded} />);
  await userEvent.click(choice(/^Почту Круг$/));
  expect(choice(/^Почту Круг$/)).toBeChecked();
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Сохранено: Почту · Круг'));
  expect(network.mock.calls[0]).toMatchObject(['/api/users/privacy', { method: 'PUT', body: '{"email":"circle"}' }]);

  waitingToasts()[0]?.action?.onPress();
  await waitFor(() => expect(choice(/^Почту Никто$/)).toBeChecked());
  await waitFor(() => expect(network.mock.calls[1]?.[1]).toMatchObject({ body: '{"email":"nobody"}' }));
});

test('what cannot be saved shows as it was', async () => {
  network.mockRejectedValue(new TypeError('offline'));
  await showComponent(<PrivacyMatrix loaded={loaded} />);
  await userEvent.click(choice(/^Писать вам Никто$/));
  await waitFor(() => expect(choice(/^Писать вам Все$/)).toBeChecked());
  expect(waitingToasts()[0]?.message).toBe('Не удалось сохранить. Проверьте соединение и попробуйте ещё раз');
});
