import { screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { InviteHistory } from './invite-history-page.tsx';

const NONE = { invited: 0, activated: 0, paid: 0, rewarded: 0, reversed: 0, review: 0, refused: 0 };
const row = {
  id: 1,
  presence: 'here' as const,
  user: { id: 9, firstname: 'Елена', lastname: 'Орлова', photo: null },
  source: 'link' as const,
  state: 'activated' as const,
  reason: '' as const,
  registered: '2026-11-01T10:00:00.000Z',
  activated: '2026-11-01T11:00:00.000Z',
  paid: null,
};

type Props = ComponentProps<typeof InviteHistory>;
const show = (change: Partial<Props>) =>
  showComponent(
    <InviteHistory
      userId={7}
      page={1}
      size={10}
      history={null}
      invitation={{ user_id: 7, code: 'ABC2HKX', link: 'https://okolo.example/friend?friend_id=7' }}
      other={null}
      {...change}
    />,
    '/user/invite_history/7',
  );

test('who nobody came by is told how it works, beside the link', async () => {
  await show({ history: { list: [], total: 0, totals: NONE, subscribed: 0 } });
  expect(await screen.findByRole('heading', { name: 'Пока никто не пришёл' })).toBeInTheDocument();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
    expect.arrayContaining([expect.stringContaining('Она помнит о вас 30 дней')]),
  );
  expect(screen.getByLabelText('Ваша ссылка')).toBeInTheDocument();
});

test('each one is named with how it stands; who is not here is not named, and reasons are calm', async () => {
  await show({
    history: {
      list: [
        row,
        { ...row, id: 2, state: 'paid', paid: '2026-11-03T10:00:00.000Z', source: 'code' },
        { ...row, id: 3, presence: 'unconfirmed', user: null, state: 'invited', activated: null },
        { ...row, id: 4, presence: 'gone', user: null },
        { ...row, id: 5, state: 'refused', reason: 'self' },
        { ...row, id: 6, state: 'review', reason: 'farm', user: { ...row.user, unavailable: 1 } },
      ],
      total: 6,
      totals: { ...NONE, activated: 2, paid: 1, invited: 1, refused: 1, review: 1 },
      subscribed: 1,
    },
  });
  const rows = (await screen.findAllByRole('article')).map((article) => within(article));
  expect(rows[0]?.getByRole('link', { name: 'Елена Орлова' })).toHaveAttribute('href', '/user/9');
  expect(rows[0]?.getByText('Уже здесь')).toBeInTheDocument();
  expect(rows[1]?.getByText('Ждёт начисления')).toBeInTheDocument();
  expect(rows[1]?.getByText('подписка 03.11.2026')).toBeInTheDocument();
  expect(rows[2]?.getByRole('heading', { name: 'Новая регистрация' })).toBeInTheDocument();
  expect(rows[3]?.getByRole('heading', { name: 'Пользователь удалён' })).toBeInTheDocument();
  expect(rows[3]?.queryByText('Уже здесь')).not.toBeInTheDocument();
  expect(rows[4]?.getByText('Не засчитано')).toBeInTheDocument();
  expect(rows[4]?.getByText(/^Похоже, это ваш же аккаунт/)).toBeInTheDocument();
  expect(rows[5]?.getByText('На проверке')).toBeInTheDocument();
  expect(rows[5]?.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.queryByRole('navigation', { name: 'Показывать по' })).not.toBeInTheDocument();
});

test('more than a page can be had by ten or twenty-five, and a page past the end leads back', async () => {
  await show({ page: 9, history: { list: [], total: 28, totals: { ...NONE, activated: 28 }, subscribed: 0 } });
  const sizes = within(await screen.findByRole('navigation', { name: 'Показывать по' }));
  expect(sizes.getByRole('link', { name: 'По 25' })).toHaveAttribute('href', '/user/invite_history/7?size=25');
  expect(sizes.getByRole('link', { name: 'По 10' })).toHaveAttribute('aria-current', 'true');
  expect(screen.getByRole('link', { name: 'К первой странице' })).toHaveAttribute('href', '/user/invite_history/7');
});

test('what could not be read offers another try and keeps the link', async () => {
  await show({ page: 2 });
  expect(await screen.findByRole('link', { name: 'Повторить' })).toHaveAttribute(
    'href',
    '/user/invite_history/7?page=2',
  );
  expect(screen.getByLabelText('Ваша ссылка')).toBeInTheDocument();
});

test('staff see whose it is and share nothing', async () => {
  await show({ other: 'Анна Лебедева', history: { list: [], total: 0, totals: NONE, subscribed: 0 } });
  expect(await screen.findByRole('heading', { name: 'Приглашения: Анна Лебедева' })).toBeInTheDocument();
  expect(screen.queryByLabelText('Ваша ссылка')).not.toBeInTheDocument();
});
