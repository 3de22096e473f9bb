import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../ui/toast/toast.ts';
import { loadAboutDraft, saveAboutDraft } from './about-draft.ts';
import { AboutField } from './about-field.tsx';

const network = vi.fn();
beforeEach(() => {
  network.mockReset();
  network.mockRejectedValue(new TypeError('offline'));
  vi.stubGlobal('fetch', network);
  // biome-ignore lint/suspicious/noDocumentCookie: what the site's own calls read
  document.cookie = 'csrftoken=secret';
  localStorage.clear();
  drainToasts();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const person = (description: string, revision: number) => ({ id: 5, description, revision });
const show = (description = 'Раньше') =>
  showComponent(<AboutField userId={5} description={description} revision={3} />, '/profile/site');
const field = (): HTMLElement => screen.getByRole('textbox', { name: 'О себе' });

async function type(text: string) {
  const shown = await show();
  await userEvent.click(screen.getByRole('button', { name: 'Изменить' }));
  await userEvent.clear(field());
  await userEvent.type(field(), text);
  return shown;
}

const hide = (): void => {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  fireEvent(document, new Event('visibilitychange'));
  fireEvent(window, new Event('pagehide'));
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
};

test('leaving the field saves over the state that was edited', async () => {
  network.mockResolvedValue(Response.json(person('Теперь', 4)));
  await type('Теперь');
  await userEvent.tab();
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Данные пользователя успешно сохранены'));
  expect(Object.fromEntries(network.mock.calls[0]?.[1].body)).toEqual({ description: 'Теперь', revision: '3' });
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(localStorage).toHaveLength(0);
});

test('Esc and an unchanged text save nothing', async () => {
  await type('Раньше ');
  await userEvent.tab();
  await userEvent.click(screen.getByRole('button', { name: 'Изменить' }));
  await userEvent.type(field(), ' и потом{Escape}');
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(network).not.toHaveBeenCalled();
});

test('a failure keeps the text in the field and in the browser', async () => {
  network.mockRejectedValue(new TypeError('offline'));
  await type('Теперь');
  await userEvent.tab();
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Произошла ошибка при сохранении описания'));
  expect(field()).toHaveValue('Теперь');
  expect(loadAboutDraft(localStorage, 5, 'Раньше')).toEqual({ text: 'Теперь', base: 'Раньше' });
});

test('closing the tab sends the text once, in a request that outlives the page and carries the token', async () => {
  network.mockResolvedValue(Response.json(person('Теперь', 4)));
  await type('Теперь');
  hide();
  expect(network).toHaveBeenCalledTimes(1);
  const [url, init] = network.mock.calls[0] ?? [];
  expect(url).toBe('/api/users/5');
  expect(init).toMatchObject({ method: 'PUT', keepalive: true, headers: { 'x-csrftoken': 'secret' } });
  expect(Object.fromEntries(init.body)).toEqual({ description: 'Теперь', revision: '3' });
  await waitFor(() => expect(localStorage).toHaveLength(0));
});

test('going to another page of the site saves too', async () => {
  network.mockResolvedValue(Response.json(person('Теперь', 4)));
  const { unmount } = await type('Теперь');
  unmount();
  await waitFor(() => expect(network).toHaveBeenCalledTimes(1));
});

test('of two windows neither writes over the other: both texts stand there until one is chosen', async () => {
  const present = person('Из другого окна', 4);
  network.mockResolvedValueOnce(Response.json({ code: 'profile_changed', message: '', present }, { status: 409 }));
  await type('Отсюда');
  await userEvent.tab();
  expect(await screen.findByText('Из другого окна')).toBeInTheDocument();
  expect(field()).toHaveValue('Отсюда');
  hide();
  expect(network).toHaveBeenCalledTimes(1);
  network.mockResolvedValueOnce(Response.json(person('Отсюда', 5)));
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить мой текст' }));
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Данные пользователя успешно сохранены'));
  expect(Object.fromEntries(network.mock.calls[1]?.[1].body)).toEqual({ description: 'Отсюда', revision: '4' });
});

test('another window that changed something else is no conflict', async () => {
  const present = person('Раньше', 4);
  network
    .mockResolvedValueOnce(Response.json({ code: 'profile_changed', message: '', present }, { status: 409 }))
    .mockResolvedValueOnce(Response.json(person('Теперь', 5)));
  await type('Теперь');
  await userEvent.tab();
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Данные пользователя успешно сохранены'));
});

test('what a closed tab could not save any more is saved with the next visit', async () => {
  saveAboutDraft(localStorage, 5, { text: 'Не сохранено', base: 'Раньше' });
  network.mockResolvedValue(Response.json(person('Не сохранено', 4)));
  await show();
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Данные пользователя успешно сохранены'));
  expect(localStorage).toHaveLength(0);
});

test('what a closed tab could not save is there again, and shown beside what was saved since', async () => {
  saveAboutDraft(localStorage, 5, { text: 'Не сохранено', base: 'Совсем раньше' });
  await show();
  expect(field()).toHaveValue('Не сохранено');
  expect(screen.getByText('Раньше')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Оставить сохранённый' }));
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(localStorage).toHaveLength(0);
});
