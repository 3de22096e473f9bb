import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../../ui/toast/toast.ts';
import { PreRegistration } from './pre-registration-page.tsx';

const anna = { id: 7, firstname: 'Анна', lastname: 'Лебедева', photo: null };
const network = vi.fn();

beforeEach(() => {
  network.mockReset();
  network.mockImplementation(async () => Response.json({ user_id: 7, user: anna }));
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

const show = (referral = '', friend: typeof anna | null = null) =>
  showComponent(<PreRegistration friend={friend} referral={referral} />, '/registration');
const field = (): Promise<HTMLElement> => screen.findByLabelText('Реферальный код');
const find = () => userEvent.click(screen.getByRole('button', { name: 'Найти друга' }));
const yes = (): Promise<HTMLElement> => screen.findByRole('link', { name: 'Да, меня пригласил этот человек' });
const sentCode = () => JSON.parse(network.mock.calls.at(-1)?.[1].body).user_referral;

test('without a code nothing is asked, and the page says what is missing', async () => {
  await show();
  await userEvent.type(await field(), '   ');
  await find();
  expect(waitingToasts().map(({ message }) => message)).toEqual(['Введите, пожалуйста, реферальный код']);
  expect(await field()).toHaveFocus();
  expect(network).not.toHaveBeenCalled();
});

test('a typed code finds the person, and goes on with the way to the form', async () => {
  await show();
  await userEvent.type(await field(), ' abc2hkx ');
  await find();
  expect(await yes()).toHaveAttribute('href', '/register?friend_id=7&referral=abc2hkx');
  expect(sentCode()).toBe('abc2hkx');
  expect(screen.getByText('Анна Лебедева')).toBeInTheDocument();
});

test('a pasted link is as good as its code', async () => {
  await show();
  await userEvent.click(await field());
  await userEvent.paste('https://okolo.example/friend?friend_id=7&referral=ABC2HKX');
  await find();
  await yes();
  expect(sentCode()).toBe('ABC2HKX');
});

test('a code in the address is looked up at once', async () => {
  await show('ABC2HKX');
  expect(await yes()).toBeInTheDocument();
  expect(network).toHaveBeenCalledTimes(1);
});

test('a code that nobody has is said, and another one can be typed', async () => {
  network.mockResolvedValueOnce(
    Response.json({ message: 'Реферальный код не найден', code: 'referral_unknown' }, { status: 404 }),
  );
  await show('ZZZZZZZ');
  await waitFor(() => expect(waitingToasts().map(({ message }) => message)).toEqual(['Реферальный код не найден']));
  expect(await field()).toHaveValue('ZZZZZZZ');
});

test('whose link was followed is only to be confirmed; another code and no code at all stay possible', async () => {
  await show('', anna);
  expect(await yes()).toHaveAttribute('href', '/register?friend_id=7');
  await userEvent.click(screen.getByRole('button', { name: 'Ввести другой код' }));
  expect(await field()).toHaveValue('');
  expect(screen.getByRole('link', { name: 'Продолжить без кода' })).toHaveAttribute('href', '/register?friend_id=0');
  expect(network).not.toHaveBeenCalled();
});
