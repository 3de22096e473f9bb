import type { Offer } from '@app/contract/market/deals';

/** An offer to the viewer, who sells. */
export const SAMPLE_OFFER: Offer = {
  id: 1,
  deal_id: 1,
  board_id: 5,
  title: 'Лодка',
  price: 12_000,
  board_price: 15_000,
  mine: 0,
  state: 'open',
  obstacle: null,
  deal_state: 'offered',
  role: 'seller',
  confirmed: { me: 0, other: 0 },
  my_stars: null,
  actions: ['accept', 'counter', 'decline'],
};
