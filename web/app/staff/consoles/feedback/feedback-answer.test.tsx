import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import { drainToasts } from '../../../ui/toast/toast.ts';
import { FeedbackAnswer } from './feedback-answer.tsx';

await loadTexts('ru', 'admin');

const network = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
let readUpTo: (id: number) => void;

beforeEach(() => {
  network.mockReset();
  drainToasts();
  vi.stubGlobal('fetch', network);
});
afterEach(() => vi.unstubAllGlobals());

function Page() {
  const [upTo, setUpTo] = useState(9);
  readUpTo = setUpTo;
  return <FeedbackAnswer userId={7} upTo={upTo} />;
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
const sent = () =>
  network.mock.calls.map(([, { body, headers }]) => [body, new Headers(headers).get('idempotency-key')]);

test('an answer whose fate is unknown is sent again as it was, though the page has read on', async () => {
  await showComponent(<Page />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Ответ' }), 'Починили');
  network.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await send();
  await waitFor(() => expect(drainToasts()).toHaveLength(1));
  act(() => readUpTo(12));
  network.mockResolvedValue(
    Response.json({ id: 13, message: 'Починили', timestamp: '2026-11-20T10:00:00Z', from_staff: 1 }),
  );
  await send();
  await waitFor(() => expect(network).toHaveBeenCalledTimes(2));
  const [first, second] = sent();
  expect(first?.[0]).toBe('{"message":"Починили","up_to":9}');
  expect(second).toEqual(first);
});

test('the next answer is another one, to what stands on the page by then', async () => {
  network.mockImplementation(async () =>
    Response.json({ id: 13, message: 'Да', timestamp: '2026-11-20T10:00:00Z', from_staff: 1 }),
  );
  await showComponent(<Page />);
  for (const upTo of [9, 12]) {
    act(() => readUpTo(upTo));
    await userEvent.type(screen.getByRole('textbox', { name: 'Ответ' }), 'Да');
    await send();
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Ответ' })).toHaveValue(''));
  }
  const [first, second] = sent();
  expect([first?.[0], second?.[0]]).toEqual(['{"message":"Да","up_to":9}', '{"message":"Да","up_to":12}']);
  expect(second?.[1]).not.toBe(first?.[1]);
});
