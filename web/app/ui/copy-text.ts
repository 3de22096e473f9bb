import { toast } from './toast/toast.ts';

/** Put a text on the clipboard and say how it went: browsers may refuse. */
export async function copyText(text: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.error(failed);
  }
}
