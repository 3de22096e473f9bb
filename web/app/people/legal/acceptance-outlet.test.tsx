import type { AwaitedDocument } from '@app/contract/people/consents';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { loadTexts } from '../../platform/texts.ts';
import { AcceptanceOutlet } from './acceptance-outlet.tsx';
import { closeAcceptancePrompt, openAcceptancePrompt } from './acceptance-prompt.ts';

await loadTexts('ru', 'data');

const AWAITED: AwaitedDocument[] = [
  { document: 'policy', version: '2026-12-01', published: '2026-12-01T09:00:00Z', changes: 'Храним меньше' },
  { document: 'personal_data', version: '2026-12-01-2', published: '2026-12-01T10:00:00Z', changes: '' },
];

const network = vi.fn(async (url: string, { method }: RequestInit) =>
  method === 'GET' && url.endsWith('/awaited') ? Response.json({ awaited: AWAITED }) : Response.json({ consents: [] }),
);

beforeEach(() => {
  network.mockClear();
  sessionStorage.clear();
  vi.stubGlobal('fetch', network);
});
afterEach(() => {
  closeAcceptancePrompt();
  vi.unstubAllGlobals();
});

const accepted = () =>
  network.mock.calls.filter(([, { method }]) => method === 'POST').map(([, { body }]) => JSON.parse(String(body)));

test('the dialog names what changed, and takes each acceptance by itself', async () => {
  await showComponent(<AcceptanceOutlet known={AWAITED} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Условия изменились' }));
  expect(dialog.getByText('Храним меньше')).toBeVisible();
  expect(dialog.getByText('Редакция от 01.12.2026 (2)')).toBeVisible();
  expect(dialog.getAllByRole('link', { name: 'Прочитать' }).map((link) => link.getAttribute('href'))).toEqual([
    '/policy',
    '/consent',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Принять: Политика конфиденциальности' }));
  expect(await dialog.findByText('Принято')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: /^Принять: Согласие/ }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(accepted()).toEqual([
    { document: 'policy', version: '2026-12-01' },
    { document: 'personal_data', version: '2026-12-01-2' },
  ]);
});

test('put off, it comes back when a publication was refused, and not before', async () => {
  await showComponent(<AcceptanceOutlet known={AWAITED} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Позже' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await showComponent(<AcceptanceOutlet known={AWAITED} />);
  expect(screen.queryByRole('dialog')).toBeNull();
  openAcceptancePrompt();
  expect((await screen.findAllByRole('dialog')).length).toBeGreaterThan(0);
  expect(accepted()).toEqual([]);
});

test('nobody is asked while nothing waits', async () => {
  await showComponent(<AcceptanceOutlet known={[]} />);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(network).not.toHaveBeenCalled();
});
