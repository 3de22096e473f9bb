import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { SAMPLE_MEETING } from '../../../../test/sample-meeting.ts';
import { showComponent } from '../../../../test/show-component.tsx';
import { dateTimeInputOf } from '../../../platform/format/schedule-times.ts';
import { loadTexts } from '../../../platform/texts.ts';
import { MeetingDialog } from './meeting-dialog.tsx';

await loadTexts('ru', 'deals');
afterEach(() => vi.unstubAllGlobals());

const place = { id: 3, city: 1, city_name: 'Казань', country: 1, kind: 'mall', name: 'ТРЦ «Кольцо»', address: '' };
const HOUR_MS = 3_600_000;

async function show(places: readonly object[], answer: Response | null = null) {
  const network = vi.fn(async (_: string, init?: RequestInit) =>
    init?.method === 'PUT' ? Response.json(SAMPLE_MEETING) : (answer ?? Response.json({ places, city_name: 'Казань' })),
  );
  vi.stubGlobal('fetch', network);
  const onSent = vi.fn();
  await showComponent(<MeetingDialog about={{ board_id: 5, user_id: 7 }} onSent={onSent} onClose={() => {}} />);
  return { network, onSent };
}

const time = (): HTMLElement => screen.getByLabelText('Время');
async function enter(at: number): Promise<void> {
  await userEvent.clear(time());
  await userEvent.type(time(), dateTimeInputOf(new Date(at).toISOString()));
}

test('a place of the list and a coming time are proposed as an instant', async () => {
  const { network, onSent } = await show([place]);
  await userEvent.click(await screen.findByRole('button', { name: 'Предложить' }));
  expect(screen.getByText('Укажите место')).toBeVisible();
  expect(screen.getByText('Выберите время позже текущего, не дальше 30 дней')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'ТРЦ «Кольцо»' }));
  const at = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS;
  await enter(at);
  await userEvent.click(screen.getByRole('button', { name: 'Предложить' }));
  await waitFor(() => expect(onSent).toHaveBeenCalled());
  expect(JSON.parse(String(network.mock.calls.at(-1)?.[1]?.body))).toEqual({
    board_id: 5,
    user_id: 7,
    place_id: '3',
    place: '',
    at: new Date(at).toISOString(),
    note: '',
  });
});

test('a time that has passed is refused before it is sent', async () => {
  const { network } = await show([place]);
  await userEvent.click(await screen.findByRole('radio', { name: 'ТРЦ «Кольцо»' }));
  await enter(Date.now() - HOUR_MS);
  await userEvent.click(screen.getByRole('button', { name: 'Предложить' }));
  expect(screen.getByText('Выберите время позже текущего, не дальше 30 дней')).toBeVisible();
  expect(network.mock.calls.every(([, init]) => init?.method !== 'PUT')).toBe(true);
});

test('where a city has no list, a place is written under a hint', async () => {
  await show([]);
  expect(await screen.findByText(/Выберите людное и светлое место/)).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
  await userEvent.type(screen.getByLabelText('Место'), 'Вход в почту');
  expect(screen.getByLabelText('Место')).toHaveValue('Вход в почту');
});

test('places that did not load are asked for again', async () => {
  const { network } = await show([], Response.json({ code: 'internal', message: 'Ошибка' }, { status: 500 }));
  expect(await screen.findByText('Места не загрузились')).toBeVisible();
  const before = network.mock.calls.length;
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  await waitFor(() => expect(network.mock.calls.length).toBeGreaterThan(before));
});
