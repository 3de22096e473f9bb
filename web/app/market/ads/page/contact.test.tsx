import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { SAMPLE_AD } from '../../../../test/sample-ad.ts';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import { waitingToasts } from '../../../ui/toast/toast.ts';
import { Contact } from './contact.tsx';

await loadTexts('ru', 'ad-page');

const AD = { ...SAMPLE_AD, owner_phone: '+7 917 •••-••-••', owner_phone_masked: 1 as const };

function answerWith(status: number, body: object) {
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => Response.json(body, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

test('a press uncovers the number, to call and to copy, and the focus goes on with it', async () => {
  const fetched = answerWith(200, { phone: '+79170000000', left: 3 });
  await showComponent(<Contact ad={AD} isSignedIn />);
  expect(screen.getByText('+7 917 •••-••-••')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Показать телефон' }));
  const call = await screen.findByRole('link', { name: 'Позвонить' });
  expect(call).toHaveAttribute('href', 'tel:+79170000000');
  expect(call).toHaveFocus();
  expect(screen.getByText('+7 917 000-00-00')).toBeInTheDocument();
  expect(screen.getByText('Сегодня можно открыть ещё 3 номера')).toBeInTheDocument();
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/boards/phone/7');
  expect(fetched.mock.calls[0]?.[1].method).toBe('POST');
});

test('two quick presses ask once', async () => {
  const fetched = answerWith(200, { phone: '+79170000000', left: 20 });
  await showComponent(<Contact ad={AD} isSignedIn />);
  const show = screen.getByRole('button', { name: 'Показать телефон' });
  await act(async () => {
    show.click();
    show.click();
  });
  expect(await screen.findByRole('link', { name: 'Позвонить' })).toBeInTheDocument();
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('who has seen enough numbers today is told so in place of the button', async () => {
  answerWith(429, { message: 'Сегодня больше нельзя', code: 'too_many_reveals' });
  await showComponent(<Contact ad={AD} isSignedIn />);
  await userEvent.click(screen.getByRole('button', { name: 'Показать телефон' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Сегодня больше нельзя');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('without a connection the button stays for another try', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
  await showComponent(<Contact ad={AD} isSignedIn />);
  await userEvent.click(screen.getByRole('button', { name: 'Показать телефон' }));
  expect(waitingToasts().at(-1)?.message).toBe('Проверьте соединение и попробуйте ещё раз');
  expect(screen.getByRole('button', { name: 'Показать телефон' })).toBeEnabled();
});

test('guests see the mask and the way to sign in, and come back to the ad', async () => {
  await showComponent(<Contact ad={AD} isSignedIn={false} />);
  expect(screen.getByText('+7 917 •••-••-••')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Войдите, чтобы увидеть телефон' })).toHaveAttribute(
    'href',
    '/auth?next=/ad/7',
  );
});

test('what is sold, and a number that its owner hides, offer nobody to call', async () => {
  await showComponent(
    <>
      <Contact ad={{ ...AD, board_state: 'sold' }} isSignedIn />
      <Contact ad={{ ...AD, owner_phone: '', owner_phone_masked: 0 }} isSignedIn />
    </>,
  );
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.getByText(/^Сделка состоялась/)).toBeInTheDocument();
  expect(screen.getByText('Телефон скрыт владельцем')).toBeInTheDocument();
});
