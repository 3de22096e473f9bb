import type { ChatSettings } from '@app/contract/messaging/chat';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../../ui/toast/toast.ts';
import { ChatPrivacy } from './chat-privacy.tsx';

const network = vi.fn();
const loaded: ChatSettings = {
  shows_reads: 1,
  shows_typing: 1,
  quick_replies: ['Ещё актуально'],
  topic_replies: [],
  seller_replies: ['Уступлю', 'Да'],
};

beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

const reads = (): HTMLElement => screen.getByRole('switch', { name: 'Отметки о прочтении' });

test('a switch takes effect at once', async () => {
  network.mockImplementation(async () => Response.json({ ...loaded, shows_reads: 0 }));
  await showComponent(<ChatPrivacy loaded={loaded} />);
  await userEvent.click(reads());
  expect(reads()).not.toBeChecked();
  await waitFor(() =>
    expect(network.mock.calls[0]).toMatchObject(['/api/chat/settings', { method: 'PUT', body: '{"shows_reads":0}' }]),
  );
  expect(screen.getByText(/1 ответ/)).toBeVisible();
  expect(screen.getByText(/2 ответа/)).toBeVisible();
});

test('what cannot be saved moves back and says so', async () => {
  network.mockRejectedValue(new TypeError('offline'));
  await showComponent(<ChatPrivacy loaded={loaded} />);
  await userEvent.click(reads());
  await waitFor(() => expect(reads()).toBeChecked());
  expect(waitingToasts()[0]?.message).toBe('Не удалось сохранить. Проверьте соединение и попробуйте ещё раз');
});

test('settings that could not be read can be asked for again', async () => {
  await showComponent(<ChatPrivacy loaded={null} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Произошла ошибка при загрузке данных');
  expect(screen.getByRole('button', { name: 'Повторить' })).toBeVisible();
});
