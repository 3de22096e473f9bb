import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { slots } from '../../pages/slots.ts';
import { showSignOutReason } from '../../platform/signed-out.ts';
import { type LocalData, provideSlots } from '../../platform/slots.ts';
import { drainToasts, waitingToasts } from '../toast/toast.ts';
import { useSignOut } from './use-sign-out.tsx';

const network = vi.fn();
const onDone = vi.fn();
const clear = vi.fn();

beforeEach(() => {
  for (const mock of [network, onDone, clear]) mock.mockReset();
  network.mockImplementation(async () => Response.json({}));
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => {
  showSignOutReason(false);
  vi.unstubAllGlobals();
});

function SignOutButton() {
  const { requestSignOut, question } = useSignOut(7, onDone);
  return (
    <>
      <button type="button" onClick={() => void requestSignOut()}>
        Выйти
      </button>
      {question}
    </>
  );
}

async function show(findQuestion: LocalData['findQuestion']): Promise<void> {
  provideSlots(async () => ({ ...slots, localData: async () => ({ findQuestion, clear }) }));
  await showComponent(<SignOutButton />, '/');
}

test('without unsaved data the session ends at once and local data is cleared', async () => {
  await show(async () => null);
  await userEvent.click(screen.getByRole('button', { name: 'Выйти' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(network.mock.calls.map(([address]) => address)).toEqual(['/api/auth/logout']);
  expect(clear.mock.calls).toEqual([[7]]);
});

test('unsaved data is asked about first', async () => {
  await show(async () => ({ onConfirm }) => (
    <button type="button" onClick={onConfirm}>
      Всё равно выйти
    </button>
  ));
  await userEvent.click(screen.getByRole('button', { name: 'Выйти' }));
  const confirm = await screen.findByRole('button', { name: 'Всё равно выйти' });
  expect(network).not.toHaveBeenCalled();
  await userEvent.click(confirm);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(clear).toHaveBeenCalledOnce();
});

test('while the session goes on, nothing is cleared', async () => {
  network.mockImplementation(async () => Response.json({ message: 'Сбой', code: 'internal' }, { status: 500 }));
  await show(async () => null);
  await userEvent.click(screen.getByRole('button', { name: 'Выйти' }));
  await waitFor(() => expect(waitingToasts()).toHaveLength(1));
  expect(clear).not.toHaveBeenCalled();
  expect(onDone).not.toHaveBeenCalled();
});
