import type { ChatCard } from '@app/contract/messaging/chat';
import { presentMeetings } from '../../../market/deals/meetings/present-meetings.public.ts';
import { presentOffers } from '../../../market/deals/present-offers.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { presentAdCards } from './ad-cards.public.ts';

/** The card of an offer names its ad as it is now, also when the ad is gone. */
export async function presentOfferCards(
  services: Services,
  viewer: SignedInViewer,
  ids: readonly number[],
): Promise<Map<number, ChatCard>> {
  const offers = await presentOffers(services, viewer.userId, ids);
  const adIds = [...new Set([...offers.values()].flatMap(({ board_id }) => board_id ?? []))];
  const ads = await presentAdCards(services, viewer, adIds);
  const cards = new Map<number, ChatCard>();
  for (const [id, offer] of offers) {
    const ad = ads.get(offer.board_id ?? 0);
    cards.set(id, {
      kind: 'offer',
      id,
      link: ad?.link ?? '',
      title: offer.title,
      about: '',
      photo: ad?.photo ?? null,
      price: offer.price,
      state: 'active',
      offer,
      mine: offer.mine,
    });
  }
  return cards;
}

/** The card of a meeting is named after its place; the ad is shown as it is now. */
export async function presentMeetingCards(
  services: Services,
  viewer: SignedInViewer,
  ids: readonly number[],
): Promise<Map<number, ChatCard>> {
  const meetings = await presentMeetings(services, viewer, ids);
  const adIds = [...new Set([...meetings.values()].flatMap(({ board_id }) => board_id ?? []))];
  const ads = await presentAdCards(services, viewer, adIds);
  const cards = new Map<number, ChatCard>();
  for (const [id, meeting] of meetings) {
    const ad = ads.get(meeting.board_id ?? 0);
    cards.set(id, {
      kind: 'meeting',
      id,
      link: ad?.link ?? '',
      title: meeting.place.name,
      about: meeting.place.address,
      photo: ad?.photo ?? null,
      state: 'active',
      meeting,
      mine: meeting.mine,
    });
  }
  return cards;
}
