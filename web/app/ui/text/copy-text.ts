import { toast } from '../toast/toast.ts';

/** Copies a text to the clipboard and shows a toast with the result, because browsers may refuse. */
export async function copyText(text: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.error(failed);
  }
}
