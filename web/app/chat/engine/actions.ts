import type { chatApi, Message } from '@app/contract/chat';
import type { CallInput } from '@app/contract/endpoint';

/** Every action answers whether it was done. What failed is taken back on the screen, and a toast says so. */
type Done = Promise<boolean>;
export type Reaction = NonNullable<NonNullable<CallInput<typeof chatApi.react>['body']>['reaction']>;
export type RequestAnswer = 'accept' | 'decline' | 'report';
export interface ChatChange {
  pinned?: boolean;
  archived?: boolean;
  /** Seconds; 0 without an end; null to hear it again. */
  mute?: number | null;
}

export async function editMessage(_message: Message, _content: string): Done {
  return false;
}

export async function deleteMessages(_userId: number, _messages: readonly Message[], _both: boolean): Done {
  return false;
}

export async function react(_message: Message, _reaction: Reaction | null): Done {
  return false;
}

export async function pinMessage(_message: Message, _pinned: boolean): Done {
  return false;
}

export async function forwardTo(_userId: number, _messages: readonly Message[]): Done {
  return false;
}

/** Everything up to this number has been looked at. Told when the page is looked at, once it stands. */
export function markRead(_userId: number, _seq: number): void {}

export async function markUnread(_userId: number): Done {
  return false;
}

export async function changeChat(_userId: number, _change: ChatChange): Done {
  return false;
}

export async function blockChat(_userId: number, _blocked: boolean): Done {
  return false;
}

export async function deleteChat(_userId: number, _both: boolean): Done {
  return false;
}

export async function answerRequest(_userId: number, _answer: RequestAnswer): Done {
  return false;
}
