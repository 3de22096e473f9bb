import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '../../../../test/fake-socket.ts';
import { showComponent } from '../../../../test/show-component.tsx';
import type { SessionViewer } from '../../../platform/host.ts';
import { loadTexts } from '../../../platform/texts.ts';
import { SideMenu } from './side-menu.tsx';
import { useCounters } from './use-counters.ts';

await loadTexts('ru', 'admin');

class KeptSocket extends FakeSocket {
  constructor(url: string) {
    super(url);
    socket = this;
  }
}

let socket: FakeSocket | undefined;
const network = vi.fn();

const viewer = {
  user_id: 7,
  user_firstname: 'Анна',
  user_lastname: 'Гончарова',
  user_photo: null,
  permissions: ['admin', 'users.export', 'moderation.decide'],
} as unknown as SessionViewer;

beforeEach(() => {
  socket = undefined;
  network.mockReset();
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('WebSocket', KeptSocket);
});
afterEach(() => vi.unstubAllGlobals());

const LOADED = { approvals: 1, queue: 4 };

function Menu() {
  return <SideMenu viewer={viewer} counters={useCounters(viewer, LOADED)} />;
}

const section = (name: RegExp) => screen.getByRole('link', { name });
const tell = (event: object): Promise<void> => act(async () => socket?.onmessage?.({ data: JSON.stringify(event) }));

test('the menu of staff says how many requests wait for an approval, and keeps up with what others do', async () => {
  network.mockImplementation(async (url: string) =>
    Response.json(url.includes('approvals') ? { waiting: 2 } : { waiting: 3, complaints: 0, mine: 0, late: 0 }),
  );
  await showComponent(<Menu />);
  expect(section(/Одобрения/)).toHaveTextContent('1');
  await waitFor(() => expect(socket).toBeDefined());
  await tell({ type: 'approvals' });
  await waitFor(() => expect(section(/Одобрения/)).toHaveTextContent('2'));
  expect(section(/Очередь/)).toHaveTextContent('3');
});

test('what is none of the menu’s business is not read anew', async () => {
  await showComponent(<Menu />);
  await waitFor(() => expect(socket).toBeDefined());
  await tell({ type: 'unread', count: 3 });
  expect(network).not.toHaveBeenCalled();
});
