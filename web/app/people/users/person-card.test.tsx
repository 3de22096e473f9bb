import type { Birthday } from '@app/contract/people/birthdays';
import type { User } from '@app/contract/people/users';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { FollowButton } from '../../market/follows/follow-button.tsx';
import { drainToasts, waitingToasts } from '../../ui/toast/toast.ts';
import { PersonCard } from './person-card.tsx';
import type { PageOwner } from './person-contacts.tsx';

const network = vi.fn();
const person: User = {
  id: 7,
  photo: null,
  firstname: 'Мария',
  lastname: 'Ветрова',
  middlename: '',
  position: 'Фотограф',
  description: '',
  country_id: 1,
  city_id: 2,
  location: { country: null, city: { id: 2, name: 'Самара', name_native: 'Самара', name_en: 'Samara' } },
  payed: 1,
  rating: 4.857,
  rating_count: 14,
  ads_count: 3,
  allow_to_call: 1,
  legal_status: 0,
  registered: '2025-10-28T00:00:00.000Z',
  phone: '+7 927 •••-••-••',
};

beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

const show = (relation: PageOwner, more: Partial<User> = {}, birthday: Birthday | null = null) =>
  showComponent(
    <PersonCard
      person={{ ...person, ...more }}
      follow={<FollowButton userId={person.id} isOn={relation === 'guest' ? undefined : false} count={2} />}
      relation={relation}
      birthday={birthday}
      publicUrl="https://okolo.example"
      onChange={() => undefined}
    />,
    '/user/7',
  );
const said = () => waitingToasts().map(({ message }) => message);

test('a rating has two decimals and says where it comes from', async () => {
  await show('guest');
  const rating = screen.getByRole('button', { name: 'Рейтинг: 4,86' });
  await userEvent.click(rating);
  expect(rating).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByText('Среднее по 14 оценкам в комментариях к объявлениям')).toBeInTheDocument();
});

test('the birthday stands among the facts, with the age where the year is known', async () => {
  vi.setSystemTime('2026-11-20T12:00:00Z');
  const { unmount } = await show('guest', {}, { day: 5, month: 12, year: 1996 });
  expect(screen.getByText('5 декабря, исполнится 30')).toBeVisible();
  unmount();
  vi.setSystemTime('2026-12-04T22:00:00Z');
  const today = await show('guest', {}, { day: 5, month: 12, year: 1996 });
  expect(screen.getByText('Сегодня день рождения, исполняется 30')).toBeVisible();
  today.unmount();
  await show('guest', {}, { day: 29, month: 2, year: null });
  expect(screen.getByText('29 февраля')).toBeVisible();
  vi.useRealTimers();
});

test('the short address is its owner’s to copy, and stands on nobody else’s page', async () => {
  const login = 'anna.лебедева';
  const { unmount } = await show('other', { login });
  expect(screen.queryByText(/@anna/)).toBeNull();
  unmount();
  await show('own', { login });
  expect(screen.getByText('okolo.example/@anna.лебедева')).toBeVisible();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await userEvent.click(screen.getByRole('button', { name: 'Скопировать короткий адрес' }));
  expect(write).toHaveBeenCalledWith('https://okolo.example/@anna.%D0%BB%D0%B5%D0%B1%D0%B5%D0%B4%D0%B5%D0%B2%D0%B0');
  expect(said()).toEqual(['Короткий адрес скопирован']);
});

test('without ratings there is a dash, and never a nought', async () => {
  await show('guest', { rating: null, rating_count: 0 });
  expect(screen.getByRole('button', { name: 'Оценок пока нет' })).toHaveTextContent('—');
});

test('guests see a masked number and are led to sign in for everything else', async () => {
  await show('guest');
  expect(screen.getByText('+7 927 •••-••-••')).toBeInTheDocument();
  for (const name of ['Войти, чтобы увидеть телефон', 'Добавить в круг', 'Подписаться'])
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/auth?next=%2Fuser%2F7');
  expect(screen.queryByRole('button', { name: 'Действия: Мария Ветрова' })).toBeNull();
});

test('a number is uncovered by a press and then copied', async () => {
  network.mockResolvedValue(Response.json({ ...person, phone: '+79270000000' }));
  await show('other');
  await userEvent.click(screen.getByRole('button', { name: 'Показать телефон' }));
  expect(await screen.findByRole('link', { name: '+7 927 000-00-00' })).toHaveAttribute('href', 'tel:+79270000000');
  expect(network.mock.calls[0]?.[0]).toBe('/api/users/7');
  await userEvent.click(screen.getByRole('button', { name: 'Скопировать телефон' }));
  await waitFor(() => expect(said()).toEqual(['Телефон скопирован']));
});

test('once the day’s numbers are used up, the card says so instead of asking again', async () => {
  network.mockResolvedValue(Response.json(person));
  await show('other');
  await userEvent.click(screen.getByRole('button', { name: 'Показать телефон' }));
  expect(await screen.findByText('На сегодня открытий телефонов больше нет')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Показать телефон' })).toBeNull();
});

test('one’s own card leads to the settings and offers neither circle nor subscription', async () => {
  await show('own', { phone: '+79270000000', referral: 'MARIA-3307' });
  expect(screen.getByRole('link', { name: 'Настройки' })).toHaveAttribute('href', '/profile/settings');
  expect(screen.queryByText('Подписаться')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Скопировать реферальный код' }));
  await waitFor(() => expect(said()).toEqual(['Реферальный код скопирован']));
});

test('proved contacts and a silence are named', async () => {
  await show('guest', {
    verified: { email: '2026-01-01T00:00:00Z', phone: '2026-01-01T00:00:00Z', inn: null },
    muted: 1,
    muted_until: null,
  });
  expect(screen.getByTitle('Проверено: почта, телефон')).toHaveTextContent('Контакты проверены');
  expect(screen.getByText('Приглушено')).toBeInTheDocument();
});

test('the card leads to the feed of the person, in the language of the page', async () => {
  await show('guest');
  expect(screen.getByRole('link', { name: 'RSS-лента' })).toHaveAttribute('href', '/feeds/user/7.atom?lang=ru');
});

test('who is gone has no feed', async () => {
  await show('other', { deleted: 1 });
  expect(screen.queryByRole('link', { name: 'RSS-лента' })).not.toBeInTheDocument();
});
