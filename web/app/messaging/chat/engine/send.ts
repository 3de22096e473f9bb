import { waitForViewer } from './chat-events.ts';
import type { NewMessage } from './chat-types.ts';
import { clearDraft } from './drafts.ts';
import { clearLocalData, getOutbox, hasLocalData } from './local-session.ts';

const OWNER_TIMEOUT_MS = 5000;

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

/** Whether this browser stores unsent messages of the reader; the sign-out dialog then asks first. */
export async function hasUnsent(): Promise<boolean> {
  // A page that has just opened does not know its user yet.
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, OWNER_TIMEOUT_MS));
  const owner = await Promise.race([waitForViewer(), late]);
  if (owner === undefined || !(await hasLocalData(owner))) return false;
  return (await getOutbox()).hasUnsent();
}

export const clearUnsent = clearLocalData;
