import { isLang } from '@app/contract/platform/languages';
import { loadSlot } from './slots.ts';

const CHANNEL = 'session';
const REASON_KEY = 'okolo.session-over';
const REASONS = ['password_changed', 'ended_elsewhere', 'expired'] as const;
export type SignOutReason = (typeof REASONS)[number];

const toReason = (given: unknown): SignOutReason => REASONS.find((reason) => reason === given) ?? 'expired';
const TEXT_FIELDS = ['text', 'email', 'tel', 'url', 'number'];

/** Address of the page on which the user typed something unsent, as far as can be known. */
let typedAt: string | undefined;
let channel: BroadcastChannel | undefined;
let isReasonShown = false;

const isText = (target: EventTarget | null): target is HTMLElement =>
  (target instanceof HTMLTextAreaElement && !target.readOnly) ||
  (target instanceof HTMLInputElement && TEXT_FIELDS.includes(target.type)) ||
  (target instanceof HTMLElement && target.isContentEditable);

export function watchSession(): void {
  if (channel !== undefined) return;
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => void redirectToSignIn(data);
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

/** This page ends the session itself and shows the reason, so the redirect to sign-in is suppressed. */
export function showSignOutReason(isShown = true): void {
  isReasonShown = isShown;
}

/** Tells all tabs that the session has ended, because only the leader tab owns sockets. */
export function signOutAllTabs(reason: unknown): Promise<void> {
  channel?.postMessage(reason);
  return redirectToSignIn(reason);
}

/** The reason for which this tab came to the sign-in page, once. */
export function consumeSignOutReason(): SignOutReason | undefined {
  try {
    const reason = sessionStorage.getItem(REASON_KEY);
    sessionStorage.removeItem(REASON_KEY);
    return reason === null ? undefined : toReason(reason);
  } catch {
    return undefined;
  }
}

function storeSignOutReason(reason: SignOutReason): void {
  try {
    sessionStorage.setItem(REASON_KEY, reason);
  } catch {
    // Without storage the sign-in page says nothing.
  }
}

/**
 * Handles a session that expired or was ended on another device: goes to sign-in and returns afterwards. A page with
 * unsent input stays and shows a message; signing in in another tab makes the page work again.
 */
export async function redirectToSignIn(given?: unknown): Promise<void> {
  const { pathname, search } = window.location;
  if (pathname === '/auth' || isReasonShown) return;
  const reason = toReason(given);
  if (!hasTyped()) {
    storeSignOutReason(reason);
    window.location.assign(`/auth?next=${encodeURIComponent(pathname + search)}`);
    return;
  }
  const [toast, { textOf }] = await Promise.all([loadSlot('toast'), import('./texts.ts')]);
  const { lang } = document.documentElement;
  const t = textOf(isLang(lang) ? lang : 'ru');
  toast.error(`${t(`frame.sessionOver.${reason}`)}. ${t('frame.sessionOver.stay')}`, {
    action: { label: t('frame.signIn'), onPress: () => window.open('/auth', '_blank', 'noopener') },
  });
}
