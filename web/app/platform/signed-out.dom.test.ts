import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drainToasts, waitingToasts } from '../ui/toast/toast.ts';
import {
  consumeSignOutReason,
  redirectToSignIn,
  showSignOutReason,
  signOutAllTabs,
  watchSession,
} from './signed-out.ts';

const go = vi.fn();

beforeEach(() => {
  go.mockReset();
  drainToasts();
  vi.spyOn(window.location, 'assign').mockImplementation(go);
  document.documentElement.lang = 'ru';
  window.history.replaceState(null, '', '/circle?tab=friends');
  watchSession();
});
afterEach(() => {
  document.body.innerHTML = '';
});

function type(text: string): void {
  document.body.innerHTML = '<main><textarea></textarea></main>';
  const field = document.querySelector('textarea');
  if (field === null) throw new Error('no field');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

test('a page whose session is over goes to sign-in and remembers where it was', async () => {
  await redirectToSignIn();
  expect(go).toHaveBeenCalledWith('/auth?next=%2Fcircle%3Ftab%3Dfriends');
});

test('a page on which something was typed stays and offers to sign in beside it', async () => {
  type('Добрый день');
  await redirectToSignIn();
  expect(go).not.toHaveBeenCalled();
  expect(waitingToasts()[0]).toMatchObject({ tone: 'error', action: { label: 'Войти' } });
});

test('a page that ends the session itself stays with what it has to say', async () => {
  showSignOutReason();
  await redirectToSignIn();
  expect(go).not.toHaveBeenCalled();
  showSignOutReason(false);
  await redirectToSignIn();
  expect(go).toHaveBeenCalledOnce();
});

test('what was typed and taken away, or typed on another page, holds nobody', async () => {
  type('');
  await redirectToSignIn();
  type('Добрый день');
  window.history.replaceState(null, '', '/searches');
  await redirectToSignIn();
  expect(go).toHaveBeenCalledTimes(2);
});

test('a page with typed text tells the reason and keeps the text; the sign-in page tells it once', async () => {
  type('Добрый день');
  await signOutAllTabs('password_changed');
  expect(go).not.toHaveBeenCalled();
  expect(waitingToasts()[0]?.message).toMatch(
    /^Сеанс завершён: пароль изменён на другом устройстве\. Войдите в другой/,
  );
  expect(document.querySelector('textarea')?.value).toBe('Добрый день');
  document.body.innerHTML = '';
  await redirectToSignIn('password_changed');
  expect(go).toHaveBeenCalledOnce();
  expect([consumeSignOutReason(), consumeSignOutReason()]).toEqual(['password_changed', undefined]);
});
