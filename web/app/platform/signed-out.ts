import { isLang } from '@app/contract/platform/languages';

const CHANNEL = 'session';
const TEXT_FIELDS = ['text', 'email', 'tel', 'url', 'number'];

/** Where something was typed that nobody has sent yet, as far as a page can know. */
let typedAt: string | undefined;
let channel: BroadcastChannel | undefined;
let isReasonShown = false;

const isText = (target: EventTarget | null): target is HTMLElement =>
  (target instanceof HTMLTextAreaElement && !target.readOnly) ||
  (target instanceof HTMLInputElement && TEXT_FIELDS.includes(target.type)) ||
  (target instanceof HTMLElement && target.isContentEditable);

/** Begin to note whether somebody types, and hear of the end of the session from other tabs. */
export function watchSession(): void {
  if (channel !== undefined) return;
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => void redirectToSignIn();
  document.addEventListener(
    'input',
    ({ target }) => {
      if (isText(target) && target.closest('main')) typedAt = window.location.pathname;
    },
    { capture: true, passive: true },
  );
}

function hasTyped(): boolean {
  if (typedAt !== window.location.pathname) return false;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main textarea, main input');
  const isEditable = document.querySelector('main [contenteditable="true"]') !== null;
  return isEditable || [...fields].some((field) => isText(field) && field.value.trim() !== '');
}

/** This page ends the session itself and says what comes next: it is not taken away from under the reader. */
export function showSignOutReason(isShown = true): void {
  isReasonShown = isShown;
}

/** One tab holds the sockets of all: what it learns concerns the others too. */
export function signOutAllTabs(): Promise<void> {
  channel?.postMessage('over');
  return redirectToSignIn();
}

/**
 * The session is over: ended on another device, or too old. The page goes to sign-in and comes back afterwards. Where
 * somebody has typed something it stays as it is and says so: signing in in another tab makes it work again.
 */
export async function redirectToSignIn(): Promise<void> {
  const { pathname, search } = window.location;
  if (pathname === '/auth' || isReasonShown) return;
  if (!hasTyped()) {
    window.location.assign(`/auth?next=${encodeURIComponent(pathname + search)}`);
    return;
  }
  const [{ toast }, { textOf }] = await Promise.all([import('../ui/toast/toast.ts'), import('./texts.ts')]);
  const { lang } = document.documentElement;
  const t = textOf(isLang(lang) ? lang : 'ru');
  toast.error(t('frame.sessionOver'), {
    action: { label: t('frame.signIn'), onPress: () => window.open('/auth', '_blank', 'noopener') },
  });
}
