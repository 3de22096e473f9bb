import type { Tx } from '../../platform/database/tables.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';

interface NewOffer {
  offerId: number;
  /** What the chat is about from now on; null: what it was about before. */
  adId: number | null;
  senderId: number;
  receiverId: number;
}

interface ChangedOffers {
  offerIds: readonly number[];
  /** Whether the message of this offer stands at the top of the chat, while something is left to do. */
  pin?: { offerId: number; isOn: boolean };
}

interface ProposedMeeting {
  meetingId: number;
  adId: number;
  senderId: number;
  receiverId: number;
}

interface ChangedMeetings {
  meetingIds: readonly number[];
  /** Whether the messages of these meetings stand at the top of the chat: while they are agreed. */
  isPinned?: boolean;
}

declare module '../../platform/domain/domain.ts' {
  interface DomainEvents {
    /** A new offer or counter-offer, which has no message yet: the chat sends one, with its own refusals. */
    'deal.offered': NewOffer;
    /** What the cards of these offers show has changed. */
    'deal.changed': ChangedOffers;
    /** A meeting that was proposed and has no message yet: the chat sends one, with its own refusals. */
    'meeting.proposed': ProposedMeeting;
    /** What the cards of these meetings show has changed. */
    'meeting.changed': ChangedMeetings;
  }
}

export const emitOffered = (services: Services, tx: Tx, offered: NewOffer): Promise<void> =>
  emit(services, tx, { type: 'deal.offered', ...offered });

export async function emitOffersChanged(services: Services, tx: Tx, changed: ChangedOffers): Promise<void> {
  if (changed.offerIds.length > 0) await emit(services, tx, { type: 'deal.changed', ...changed });
}

export const emitMeetingProposed = (services: Services, tx: Tx, proposed: ProposedMeeting): Promise<void> =>
  emit(services, tx, { type: 'meeting.proposed', ...proposed });

export async function emitMeetingsChanged(services: Services, tx: Tx, changed: ChangedMeetings): Promise<void> {
  if (changed.meetingIds.length > 0) await emit(services, tx, { type: 'meeting.changed', ...changed });
}
