import type { Deal, Offer } from '@app/contract/market/deals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { SAMPLE_OFFER } from '../../../test/sample-offer.ts';
import { showComponent } from '../../../test/show-component.tsx';
import { loadTexts } from '../../platform/texts.ts';
import { Deals } from './deals-page.tsx';

await loadTexts('ru', 'deals');
afterEach(() => vi.unstubAllGlobals());

const deal = (id: number, offer: Partial<Offer>): Deal => ({
  id,
  user_id: id + 100,
  user_name: `Человек ${id}`,
  created: '2026-11-20T10:00:00.000Z',
  link: '/ad/5',
  photo: null,
  offer: { ...SAMPLE_OFFER, id, deal_id: id, ...offer },
});
const show = (list: readonly Deal[] | null) =>
  showComponent(
    <Deals page={1} deals={list && { list: [...list], total: list.length }} meetings={[]} />,
    '/profile/deals',
  );

test('running deals stand before those that are over, with what is expected and the way to the chat', async () => {
  await show([
    deal(3, {}),
    deal(2, { state: 'accepted', deal_state: 'accepted', role: 'buyer', actions: ['confirm', 'cancel'] }),
    deal(1, { state: 'accepted', deal_state: 'done', actions: ['review'] }),
  ]);
  const running = within(screen.getByRole('region', { name: 'Идут сейчас' }));
  const [first, second] = running.getAllByRole('article');
  expect(first).toHaveTextContent(/Вы продаёте.*Человек 3.*Ответьте на предложение.*12 000/);
  expect(second).toHaveTextContent(/Вы покупаете.*Подтвердите сделку, когда она состоится/);
  expect(running.getAllByRole('link', { name: 'Открыть чат' })[0]).toHaveAttribute('href', '/conversation/103');
  const ended = within(screen.getByRole('region', { name: 'Завершённые' }));
  expect(ended.getByText('Оставьте отзыв')).toBeVisible();
  expect(ended.getByRole('button', { name: 'Оставить отзыв' })).toBeVisible();
});

test('loans are named as such, with what is due and the day that is proposed', async () => {
  const loan = { return_on: '2020-12-05', lent: 1, returned: 0 } as const;
  const lent = { price: 0, state: 'accepted', deal_state: 'accepted', confirmed: { me: 1, other: 1 } } as const;
  const proposed = deal(4, { ...lent, loan, actions: ['return'] });
  await show([
    {
      ...proposed,
      proposal: { ...SAMPLE_OFFER, id: 9, price: 0, loan: { ...loan, return_on: '2999-12-12', lent: 0 } },
    },
    deal(3, { ...lent, loan, role: 'buyer', actions: ['return', 'change_day'] }),
    deal(2, { ...lent, loan: { ...loan, returned: 1 }, actions: ['return'] }),
    deal(1, { price: 0, state: 'accepted', deal_state: 'accepted', actions: ['confirm', 'cancel'] }),
  ]);
  const [first, second, third, gift] = screen.getAllByRole('article');
  expect(first).toHaveTextContent(/Вы даёте на время.*Ответьте на предложение.*Срок прошёл.*12 декабря 2999/);
  expect(second).toHaveTextContent(/Вы берёте на время.*Срок возврата прошёл/);
  expect(third).toHaveTextContent(/Подтвердите, что вещь вернули/);
  expect(gift).toHaveTextContent(/Вы отдаёте/);
});

test('a deal is answered where it stands', async () => {
  const network = vi.fn(async () => Response.json({ ...SAMPLE_OFFER, state: 'declined', actions: [] }));
  vi.stubGlobal('fetch', network);
  await show([deal(3, {})]);
  await userEvent.click(screen.getByRole('button', { name: 'Отклонить' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Отклонено'));
  expect(network).toHaveBeenCalledWith('/api/deals/offers/3/decline', expect.objectContaining({ method: 'POST' }));
});

test('no deals, and deals that were not loaded', async () => {
  const { unmount } = await show([]);
  expect(screen.getByRole('heading', { name: 'Сделок пока нет' })).toBeVisible();
  unmount();
  await show(null);
  expect(screen.getByRole('heading', { name: 'Сделки не загрузились' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Повторить' })).toHaveAttribute('href', '/profile/deals');
});
