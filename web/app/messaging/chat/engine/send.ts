import type { NewMessage } from './chat-types.ts';
import { clearDraft } from './drafts.ts';
import { clearLocalData, getOutbox, getOutboxOf, hasLocalData } from './local-session.ts';

export async function send(userId: number, message: NewMessage): Promise<string> {
  const outbox = await getOutbox();
  const key = await outbox.send(userId, message);
  if (message.content !== '') clearDraft(userId, message.content);
  return key;
}

export const retrySend = async (key: string): Promise<void> => (await getOutbox()).retry(key);
export const cancelSend = async (key: string): Promise<void> => (await getOutbox()).cancel(key);
export const retryFile = async (key: string, fileKey: string): Promise<void> =>
  (await getOutbox()).retryFile(key, fileKey);
/** Removes a file from an unsent message. A message without text is removed with its last file. */
export const cancelFile = async (key: string, fileKey: string): Promise<void> =>
  (await getOutbox()).cancelFile(key, fileKey);

/** Whether this browser stores unsent messages of the viewer; the sign-out dialog then asks first. */
export const hasUnsent = async (viewerId: number): Promise<boolean> =>
  (await hasLocalData(viewerId)) && (await getOutboxOf(viewerId)).hasUnsent();

export const clearUnsent = clearLocalData;
