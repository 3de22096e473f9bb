import { SiteSettings } from '@app/contract/platform/site-settings';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import SitePage from './site-page.tsx';

await Promise.all([loadTexts('ru', 'admin'), loadTexts('ru', 'site')]);

const settings = SiteSettings.parse({ name: 'Двор' });
const stored = (version: number) => ({ version, settings, changed: null, takes_real_money: true });
let logoVersion = 0;
const network = vi.fn(async (url: string, { method }: RequestInit) => {
  if (method === 'GET') return Response.json({ list: [], places: [] });
  return Response.json(stored(url.endsWith('/logo') ? logoVersion : 9));
});

beforeEach(() => {
  network.mockClear();
  vi.stubGlobal('fetch', network);
});
afterEach(() => vi.unstubAllGlobals());

const show = (version = 4) => {
  const props = { loaderData: { site: stored(version) } } as ComponentProps<typeof SitePage>;
  return showComponent(<SitePage {...props} />);
};
const requisites = () => within(screen.getByRole('region', { name: 'Реквизиты' }));
const save = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
const savedBodies = () =>
  network.mock.calls
    .filter(([url, { method }]) => method === 'PUT' && url.endsWith('/api/admin/site'))
    .map(([, { body }]) => JSON.parse(String(body)));

test('the switch shows the fields of the requisites and hides them again, by pointer and by keyboard', async () => {
  await show();
  const toggle = requisites().getByRole('switch', { name: 'Показывать мои реквизиты' });
  expect(toggle).not.toBeChecked();
  expect(requisites().queryByRole('textbox')).toBeNull();
  await userEvent.click(requisites().getByText('Показывать мои реквизиты'));
  expect(toggle).toBeChecked();
  await userEvent.type(requisites().getByRole('textbox', { name: /^ИНН/ }), '7707083893');
  toggle.focus();
  await userEvent.keyboard(' ');
  expect(toggle).not.toBeChecked();
  expect(requisites().queryByRole('textbox')).toBeNull();
  await userEvent.click(toggle);
  expect(requisites().getByRole('textbox', { name: /^ИНН/ })).toHaveValue('7707083893');
  await save();
  expect(savedBodies()).toMatchObject([{ version: 4, requisites: { inn: '7707083893', legal_form: 'company' } }]);
});

test.each([
  [5, 5],
  [6, 4],
])('after a logo became version %i the form is sent as %i', async (made, sent) => {
  logoVersion = made;
  const { container } = await show(4);
  const input = container.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('no field for the logo');
  await userEvent.upload(input, new File(['x'], 'logo.png', { type: 'image/png' }));
  await vi.waitFor(() => expect(network.mock.calls.some(([url]) => url.endsWith('/logo'))).toBe(true));
  await save();
  expect(savedBodies()).toMatchObject([{ version: sent }]);
});
