import { knownViewer } from './chat-line.ts';
import type { NewMessage } from './chat-types.ts';
import { clearDraft } from './drafts.ts';
import { forgetHere, isKeptHere, outboxHere } from './here.ts';

const PATIENCE_MS = 5000;

/** Put a message into the outbox: from here on it gets there, once and in its turn. Answers its key. */
export async function send(userId: number, message: NewMessage): Promise<string> {
  const outbox = await outboxHere();
  const key = await outbox.send(userId, message);
  if (message.content !== '') clearDraft(userId, message.content);
  return key;
}

/** Try a message that failed once more. */
export async function retrySend(key: string): Promise<void> {
  await (await outboxHere()).retry(key);
}

/** Take a message that was not sent out of the outbox. */
export async function cancelSend(key: string): Promise<void> {
  await (await outboxHere()).cancel(key);
}

/** Try a file that failed once more. */
export async function retryFile(key: string, fileKey: string): Promise<void> {
  await (await outboxHere()).retryFile(key, fileKey);
}

/** Take a file out of a message that was not sent: the rest of it goes on. An empty message goes with its last file. */
export async function cancelFile(key: string, fileKey: string): Promise<void> {
  await (await outboxHere()).cancelFile(key, fileKey);
}

/** Whether this browser keeps messages of the reader that were not sent: worth a question before signing out. */
export async function hasUnsent(): Promise<boolean> {
  // A page that has just opened does not know yet whose it is.
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const owner = await Promise.race([knownViewer(), late]);
  if (owner === undefined || !(await isKeptHere(owner))) return false;
  return (await outboxHere()).hasUnsent();
}

/** After signing out: nothing of this person stays in the browser. */
export const forgetUnsent = forgetHere;
