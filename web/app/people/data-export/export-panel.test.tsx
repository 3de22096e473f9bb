import type { DataExport } from '@app/contract/people/exports';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { ExportPanel } from './export-panel.tsx';

const network = vi.fn();

beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});
afterEach(() => vi.unstubAllGlobals());

const READY: DataExport = {
  state: 'ready',
  id: 7,
  progress: 100,
  bytes: 1000,
  requested_at: '2026-11-21T10:00:00.000Z',
  ready_at: '2026-11-21T10:01:00.000Z',
  expires_at: '2026-11-28T10:01:00.000Z',
  href: '/api/users/export/7/file',
  next_at: null,
};

test('whoever only holds the open page is asked for the password before the archive comes', async () => {
  network.mockImplementation(async (_url: string, { method }: RequestInit) =>
    method === 'HEAD' ? new Response(null, { status: 403 }) : Response.json({}),
  );
  await showComponent(<ExportPanel known={READY} />, '/profile/data');
  await userEvent.click(await screen.findByRole('link', { name: 'Скачать ZIP' }));
  await userEvent.type(await screen.findByLabelText(/^Действующий пароль/, { selector: 'input' }), 'тайна12');
  await userEvent.click(screen.getByRole('button', { name: 'Скачать ZIP' }));
  await waitFor(() => expect(network).toHaveBeenCalledTimes(3));
  const asked = network.mock.calls.map(([url, init]) => [String(url), init?.method]);
  expect(asked).toEqual([
    [READY.href, 'HEAD'],
    [expect.stringContaining('/api/auth/proof'), 'POST'],
    [READY.href, 'HEAD'],
  ]);
});
