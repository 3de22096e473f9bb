import { waitForViewer } from './chat-events.ts';
import type { NewMessage } from './chat-types.ts';
import { clearDraft } from './drafts.ts';
import { clearLocalData, getOutbox, hasLocalData } from './local-session.ts';

const OWNER_TIMEOUT_MS = 5000;

/** Put a message into the outbox: from here on it gets there, once and in its turn. Answers its key. */
export async function send(userId: number, message: NewMessage): Promise<string> {
  const outbox = await getOutbox();
  const key = await outbox.send(userId, message);
  if (message.content !== '') clearDraft(userId, message.content);
  return key;
}

/** Try a message that failed once more. */
export async function retrySend(key: string): Promise<void> {
  await (await getOutbox()).retry(key);
}

/** Take a message that was not sent out of the outbox. */
export async function cancelSend(key: string): Promise<void> {
  await (await getOutbox()).cancel(key);
}

/** Try a file that failed once more. */
export async function retryFile(key: string, fileKey: string): Promise<void> {
  await (await getOutbox()).retryFile(key, fileKey);
}

/** Take a file out of a message that was not sent: the rest of it goes on. An empty message goes with its last file. */
export async function cancelFile(key: string, fileKey: string): Promise<void> {
  await (await getOutbox()).cancelFile(key, fileKey);
}

/** Whether this browser keeps messages of the reader that were not sent: worth a question before signing out. */
export async function hasUnsent(): Promise<boolean> {
  // A page that has just opened does not know yet whose it is.
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, OWNER_TIMEOUT_MS));
  const owner = await Promise.race([waitForViewer(), late]);
  if (owner === undefined || !(await hasLocalData(owner))) return false;
  return (await getOutbox()).hasUnsent();
}

/** After signing out: nothing of this person stays in the browser. */
export const clearUnsent = clearLocalData;
