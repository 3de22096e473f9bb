import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../ui/toast/toast.ts';
import { InviteShare } from './invite-share.tsx';

const LINK = 'https://okolo.example/friend?friend_id=7&referral=ABC2HKX';
const invitation = { user_id: 7, code: 'ABC2HKX', link: LINK };
const network = vi.fn();
const clipboard = { writeText: vi.fn() };

beforeEach(() => {
  network.mockReset();
  clipboard.writeText.mockReset().mockResolvedValue(undefined);
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

/** `userEvent.setup` installs its own clipboard, which this one replaces. */
function someone(share?: (data: ShareData) => Promise<void>) {
  const user = userEvent.setup();
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  return user;
}
const told = () => waitingToasts().map(({ message, tone }) => ({ message, tone }));

test('the link and the code are copied, and the page says so', async () => {
  const user = someone();
  await showComponent(<InviteShare invitation={invitation} />);
  expect(await screen.findByLabelText('Ваша ссылка')).toHaveValue(LINK);
  await user.click(screen.getByRole('button', { name: 'Скопировать ссылку' }));
  expect(clipboard.writeText).toHaveBeenLastCalledWith(LINK);
  await user.click(screen.getByRole('button', { name: 'Скопировать код' }));
  expect(clipboard.writeText).toHaveBeenLastCalledWith('ABC2HKX');
  expect(told()).toEqual([
    { message: 'Ссылка скопирована', tone: 'success' },
    { message: 'Код скопирован', tone: 'success' },
  ]);
  expect(network).not.toHaveBeenCalled();
});

test('where copying is not allowed the page says what to do instead', async () => {
  const user = someone();
  clipboard.writeText.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await showComponent(<InviteShare invitation={invitation} />);
  await user.click(await screen.findByRole('button', { name: 'Скопировать ссылку' }));
  await waitFor(() => expect(told()).toMatchObject([{ tone: 'error' }]));
});

test('the system’s own sharing is offered where there is one, and closing it is no failure', async () => {
  const share = vi.fn().mockRejectedValue(new DOMException('closed', 'AbortError'));
  const user = someone(share);
  await showComponent(<InviteShare invitation={invitation} />);
  await user.click(await screen.findByRole('button', { name: 'Поделиться' }));
  expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: LINK }));
  expect(told()).toEqual([]);
});

test('without it nothing is offered', async () => {
  someone();
  await showComponent(<InviteShare invitation={invitation} />);
  await screen.findByLabelText('Ваша ссылка');
  expect(screen.queryByRole('button', { name: 'Поделиться' })).not.toBeInTheDocument();
});

test('it reads the link itself where the page did not, and again after a failure', async () => {
  const user = someone();
  network.mockResolvedValueOnce(Response.json({ message: 'нет', code: 'internal' }, { status: 500 }));
  network.mockResolvedValueOnce(Response.json(invitation));
  await showComponent(<InviteShare />);
  await user.click(await screen.findByRole('button', { name: 'Повторить' }));
  expect(await screen.findByLabelText('Ваша ссылка')).toHaveValue(LINK);
  expect(network).toHaveBeenCalledTimes(2);
});

test('the QR code is a picture with the link as its name, and closing it gives the focus back', async () => {
  const user = someone();
  await showComponent(<InviteShare invitation={invitation} />);
  const opener = await screen.findByRole('button', { name: 'QR-код' });
  await act(async () => opener.click());
  const dialog = await screen.findByRole('dialog', { name: 'QR-код приглашения' });
  expect(within(dialog).getByRole('img', { name: `QR-код со ссылкой ${LINK}` })).toBeInTheDocument();
  expect(within(dialog).getByText('ABC2HKX')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Закрыть' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(opener).toHaveFocus();
});
