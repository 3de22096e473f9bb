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
  return withAds(services, viewer, offers, (offer) => ({
    kind: 'offer',
    title: offer.title,
    about: '',
    price: offer.price,
    offer,
  }));
}

/** The card of a meeting is named after its place; the ad is shown as it is now. */
export async function presentMeetingCards(
  services: Services,
  viewer: SignedInViewer,
  ids: readonly number[],
): Promise<Map<number, ChatCard>> {
  const meetings = await presentMeetings(services, viewer, ids);
  return withAds(services, viewer, meetings, (meeting) => ({
    kind: 'meeting',
    title: meeting.place.name,
    about: meeting.place.address,
    meeting,
  }));
}

type AboutAd = Pick<ChatCard, 'id' | 'mine'> & { board_id: number | null };

async function withAds<T extends AboutAd>(
  services: Services,
  viewer: SignedInViewer,
  items: ReadonlyMap<number, T>,
  present: (item: T) => Omit<ChatCard, 'id' | 'link' | 'photo' | 'state' | 'mine'>,
): Promise<Map<number, ChatCard>> {
  const adIds = [...new Set([...items.values()].flatMap(({ board_id }) => board_id ?? []))];
  const ads = await presentAdCards(services, viewer, adIds);
  const cards = new Map<number, ChatCard>();
  for (const [id, item] of items) {
    const ad = ads.get(item.board_id ?? 0);
    const { link = '', photo = null } = ad ?? {};
    cards.set(id, { ...present(item), id, link, photo, state: 'active', mine: item.mine });
  }
  return cards;
}
