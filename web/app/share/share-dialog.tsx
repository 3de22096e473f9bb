import type { CardKind, Message } from '@app/contract/chat';

export interface SharedCard {
  kind: CardKind;
  id: number;
}

export type ShareDialogProps = {
  isOpen: boolean;
  onClose: () => void;
} & ({ card: SharedCard; messages?: undefined } | { messages: readonly Message[]; card?: undefined });

/** Send a card or messages on to people of the circle. */
export function ShareDialog(_props: ShareDialogProps) {
  return null;
}
