import type { NewMessage } from './chat-types.ts';

/** Put a message into the outbox: from here on it gets there, once and in its turn. Answers its key. */
export function send(_userId: number, _message: NewMessage): Promise<string> {
  return Promise.resolve('');
}

/** Try a message that failed once more. */
export async function retrySend(_key: string): Promise<void> {}

/** Take a message that was not sent out of the outbox. */
export async function cancelSend(_key: string): Promise<void> {}

/** Try a file that failed once more. */
export async function retryFile(_key: string, _fileKey: string): Promise<void> {}

/** Take a file out of a message that was not sent: the rest of it goes on. An empty message goes with its last file. */
export async function cancelFile(_key: string, _fileKey: string): Promise<void> {}

/** Whether this browser keeps messages of the reader that were not sent: worth a question before signing out. */
export async function hasUnsent(): Promise<boolean> {
  return false;
}
