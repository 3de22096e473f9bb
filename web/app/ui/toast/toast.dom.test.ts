import { beforeEach, expect, test } from 'vitest';
import { drainToasts, showStoredToasts, storeToast, toast, waitingToasts } from './toast.ts';

const said = () => waitingToasts().map(({ message }) => message);

beforeEach(() => {
  drainToasts();
  sessionStorage.clear();
  window.history.pushState(null, '', '/register');
});

test('a success takes away the errors of the same page', () => {
  toast.error('Этот логин уже занят');
  toast.info('Подождите');
  toast.success('Запрос на регистрацию отправлен!');
  expect(said()).toEqual(['Подождите', 'Запрос на регистрацию отправлен!']);
});

test('errors of another page, and those that offer an action, stay', () => {
  toast.error('Сообщение не ушло', { action: { label: 'Повторить', onPress: () => undefined } });
  window.history.pushState(null, '', '/profile');
  toast.error('Не сохранено');
  window.history.pushState(null, '', '/register');
  toast.success('Готово');
  expect(said()).toEqual(['Сообщение не ушло', 'Не сохранено', 'Готово']);
});

test('a stored toast is shown once, after a full load', () => {
  storeToast('success', 'Пользователь успешно активирован');
  expect(said()).toEqual([]);
  showStoredToasts();
  showStoredToasts();
  expect(said()).toEqual(['Пользователь успешно активирован']);
});
