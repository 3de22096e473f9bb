import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeToasts, waitingToasts } from '../ui/toast/toast.ts';
import { keepLastWord, leaveForSignIn, watchSession } from './session-over.ts';

const go = vi.fn();

beforeEach(() => {
  go.mockReset();
  takeToasts();
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
  await leaveForSignIn();
  expect(go).toHaveBeenCalledWith('/auth?next=%2Fcircle%3Ftab%3Dfriends');
});

test('a page on which something was typed stays and offers to sign in beside it', async () => {
  type('Добрый день');
  await leaveForSignIn();
  expect(go).not.toHaveBeenCalled();
  expect(waitingToasts()[0]).toMatchObject({ tone: 'error', action: { label: 'Войти' } });
});

test('a page that ends the session itself stays with what it has to say', async () => {
  keepLastWord();
  await leaveForSignIn();
  expect(go).not.toHaveBeenCalled();
  keepLastWord(false);
  await leaveForSignIn();
  expect(go).toHaveBeenCalledOnce();
});

test('what was typed and taken away, or typed on another page, holds nobody', async () => {
  type('');
  await leaveForSignIn();
  type('Добрый день');
  window.history.replaceState(null, '', '/searches');
  await leaveForSignIn();
  expect(go).toHaveBeenCalledTimes(2);
});
