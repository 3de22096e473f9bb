import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../../ui/toast/toast.ts';
import { followChats } from '../engine/chat-events.ts';
import { ShareDialog } from './share-dialog.tsx';

const server = vi.fn();
const onClose = vi.fn();
let people: object[];
let next: string | null;
let leaveLine: () => void;

class SilentSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 0;
  close(): void {}
  send(): void {}
}
class SilentRequest {
  upload = {};
  open(): void {}
  setRequestHeader(): void {}
  send(): void {}
  abort(): void {}
}

const person = (id: number, firstname: string, change: object = {}) => ({
  id,
  firstname,
  lastname: 'Лебедева',
  photo: null,
  position: '',
  location: { country: null, city: { id: 1, name: 'Казань' } },
  may_write: 1,
  ...change,
});

beforeEach(() => {
  people = [person(11, 'Анна'), person(12, 'Мария'), person(13, 'Ольга', { may_write: 0 })];
  next = null;
  onClose.mockReset();
  server.mockReset().mockImplementation(async (address: string) => {
    if (address.includes('/countries')) return Response.json({ countries: [{ id: 1, name: 'Россия' }] });
    if (address.includes('/cities')) return Response.json({ cities: [{ id: 5, name: 'Самара' }] });
    return Response.json({ list: people, total: people.length, next });
  });
  vi.stubGlobal('fetch', server);
  vi.stubGlobal('WebSocket', SilentSocket);
  vi.stubGlobal('XMLHttpRequest', SilentRequest);
  leaveLine = followChats(1);
  drainToasts();
});
afterEach(() => {
  leaveLine();
  vi.unstubAllGlobals();
});

const show = () => showComponent(<ShareDialog card={{ kind: 'ad', id: 7 }} isOpen onClose={onClose} />);
const choice = (name: RegExp): Promise<HTMLElement> => screen.findByRole('checkbox', { name });
const lists = (): string[] =>
  server.mock.calls.map(([address]) => String(address)).filter((address) => /\/(friends|kith)(\?|$)/.test(address));

test('a card goes to several people of the circle at once, with a comment', async () => {
  await show();
  expect(screen.getByRole('button', { name: 'Отправить' })).toBeDisabled();
  await userEvent.click(await choice(/^Анна/));
  await userEvent.click(await choice(/^Мария/));
  expect(screen.getByText('Выбрано 2 из 10')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Убрать: Мария Лебедева' }));
  expect(await choice(/^Мария/)).not.toBeChecked();
  await userEvent.click(await choice(/^Мария/));
  await userEvent.type(screen.getByRole('textbox', { name: 'Комментарий' }), 'Как тебе?');
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
  await waitFor(() => expect(waitingToasts().at(-1)?.message).toBe('Отправлено 2 людям'));
  expect(onClose).toHaveBeenCalled();
});

test('who takes no messages from the reader cannot be picked', async () => {
  await show();
  expect(await choice(/^Ольга.*Написать этому человеку нельзя/)).toBeDisabled();
});

test('no more than ten people are picked', async () => {
  people = Array.from({ length: 11 }, (_, at) => person(20 + at, `Друг${at}`));
  await show();
  for (let at = 0; at < 11; at += 1) await userEvent.click(await choice(new RegExp(`^Друг${at} `)));
  expect(screen.getByText('Выбрано 10 из 10')).toBeInTheDocument();
  expect(waitingToasts().at(-1)?.message).toBe('За один раз можно выбрать не больше 10 человек');
});

test('relatives, a name, a country and a city narrow the list', async () => {
  await show();
  await choice(/^Анна/);
  await userEvent.click(screen.getByRole('radio', { name: 'Родные' }));
  await waitFor(() => expect(lists().at(-1)).toContain('/kith'));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Поиск по имени' }), 'Ан');
  await waitFor(() => expect(lists().at(-1)).toContain(`search=${encodeURIComponent('Ан')}`));
  const city = screen.getByRole('combobox', { name: 'Город' });
  expect(city).toBeDisabled();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Страна' }), 'Россия');
  await userEvent.selectOptions(
    city,
    await within(city)
      .findByRole('option', { name: 'Самара' })
      .then((option) => option as HTMLOptionElement),
  );
  await waitFor(() => expect(lists().at(-1)).toMatch(/country_id=1&city_id=5/));
});

test('nobody, and a list that does not load, are said in words', async () => {
  people = [];
  await show();
  expect(await screen.findByText('Друзей пока нет')).toBeInTheDocument();
  server.mockImplementation(async () => Response.json({}, { status: 500 }));
  await userEvent.click(screen.getByRole('radio', { name: 'Родные' }));
  expect(await screen.findByText('Список не загрузился')).toBeInTheDocument();
  people = [person(11, 'Анна')];
  server.mockImplementation(async () => Response.json({ list: people, total: 1, next: null }));
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await choice(/^Анна/)).toBeInTheDocument();
});
