import type { CardKind, ChatCard } from '@app/contract/chat';
import type { SignedInViewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';

/** What a message names as its card. */
export interface CardRef {
  kind: CardKind;
  id: number;
}

export const cardKey = ({ kind, id }: CardRef): string => `${kind}:${id}`;

/** Cards as they are now, by {@link cardKey}. Every one that was asked for is there: what nobody sees any more is `gone`. */
export async function showCards(
  _services: Pick<Services, 'db' | 'pool' | 'texts'>,
  _viewer: SignedInViewer,
  _refs: readonly CardRef[],
): Promise<Map<string, ChatCard>> {
  return new Map();
}

/** Fails with `not_found` unless this person may see what they send. */
export async function requireCard(
  _services: Pick<Services, 'db' | 'pool' | 'texts'>,
  _viewer: SignedInViewer,
  _ref: CardRef,
): Promise<void> {}
