declare module '../../platform/domain/domain.ts' {
  interface DomainEvents {
    /** A new offer or counter-offer, which has no message yet: the chat sends one, with its own refusals. */
    'deal.offered': { offerId: number; adId: number; senderId: number; receiverId: number };
    /** What the cards of these offers show has changed. */
    'deal.changed': {
      offerIds: readonly number[];
      /** Whether the message of this offer stands at the top of the chat, while something is left to do. */
      pin?: { offerId: number; isOn: boolean };
    };
  }
}

/** Keeps the module from being a script; listeners name the events by their type. */
export type DealEventType = 'deal.offered' | 'deal.changed';
