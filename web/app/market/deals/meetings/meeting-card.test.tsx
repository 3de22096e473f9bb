import type { Meeting } from '@app/contract/market/meetings';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { SAMPLE_MEETING } from '../../../../test/sample-meeting.ts';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import { MeetingCard } from './meeting-card.tsx';

await loadTexts('ru', 'deals');
afterEach(() => vi.unstubAllGlobals());

const show = (change: Partial<Meeting> = {}) =>
  showComponent(<MeetingCard meeting={{ ...SAMPLE_MEETING, ...change }} link="/ad/5" />);
const buttons = (): string[] => screen.queryAllByRole('button').map(({ textContent }) => textContent ?? '');
const state = (): HTMLElement => screen.getByRole('status');

test('a proposed meeting shows where and when, and what the reader may do', async () => {
  await show();
  expect(screen.getByText(/сб, 5 декабря/)).toBeVisible();
  expect(screen.getByText('ул. Петербургская, 1')).toBeVisible();
  expect(screen.getByText('Буду в красной куртке')).toBeVisible();
  expect(state()).toHaveTextContent('Ждёт вашего ответа');
  expect(buttons()).toEqual(['Принять', 'Другое место или время', 'Отклонить', 'Кому сообщить']);
});

test('an agreed meeting goes to the calendar, and says who is there', async () => {
  await show({ state: 'agreed', arrived: { me: 1, other: 1 }, actions: ['change', 'cancel', 'relative'] });
  expect(state()).toHaveTextContent('Договорились о встрече · Обе стороны на месте');
  expect(screen.getByRole('link', { name: 'В календарь' })).toHaveAttribute('href', '/api/meetings/4/calendar.ics');
});

test('after its time a meeting asks how it went, and its end says why', async () => {
  const { unmount } = await show({ state: 'agreed', actions: ['confirm', 'arrive'], confirmed: { me: 0, other: 1 } });
  expect(state()).toHaveTextContent('Как всё прошло? · Вторая сторона подтвердила: всё хорошо');
  expect(buttons()).toEqual(['Всё прошло хорошо', 'Я на месте']);
  unmount();
  await show({ state: 'cancelled', cancelled: { mine: 0, reason: 'Заболел' }, actions: [] });
  expect(state()).toHaveTextContent('Встреча отменена');
  expect(screen.getByText('Причина: Заболел')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'В календарь' })).toBeNull();
});

test('the person reads who is told, and that it has happened', async () => {
  const relative = { id: 9, name: 'Мария Волкова', notified: 0 as const };
  const { unmount } = await show({ state: 'agreed', relative, actions: ['relative'] });
  expect(screen.getByText('Если вы не подтвердите, что всё хорошо, уведомление получит Мария Волкова')).toBeVisible();
  unmount();
  await show({ state: 'agreed', relative: { ...relative, notified: 1 }, actions: ['confirm'] });
  expect(screen.getByText('Вы не подтвердили вовремя, уведомление получает Мария Волкова')).toBeVisible();
});

test('an answer is sent, and shown at once', async () => {
  const network = vi.fn(async () => Response.json({ ...SAMPLE_MEETING, state: 'agreed', actions: ['cancel'] }));
  vi.stubGlobal('fetch', network);
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Принять' }));
  await waitFor(() => expect(state()).toHaveTextContent('Договорились о встрече'));
  expect(network).toHaveBeenCalledWith('/api/meetings/4/accept', expect.objectContaining({ method: 'POST' }));
});

test('a relative is chosen among the family', async () => {
  const family = [{ id: 9, firstname: 'Мария', lastname: 'Волкова', photo: null }];
  const answers: Record<string, unknown> = {
    GET: { list: family, total: 1, next: null },
    PUT: { ...SAMPLE_MEETING, relative: { id: 9, name: 'Мария Волкова', notified: 0 } },
  };
  const network = vi.fn(async (_: string, init?: RequestInit) => Response.json(answers[init?.method ?? 'GET']));
  vi.stubGlobal('fetch', network);
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Кому сообщить' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Кому сообщить' }));
  await userEvent.click(await dialog.findByRole('radio', { name: 'Мария Волкова' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText(/уведомление получит Мария Волкова/)).toBeVisible();
  expect(network.mock.calls.at(-1)?.[1]?.body).toBe('{"user_id":9}');
});
