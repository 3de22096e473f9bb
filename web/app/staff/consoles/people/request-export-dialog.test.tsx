import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import { waitingToasts } from '../../../ui/toast/toast.ts';
import { RequestExportDialog } from './request-export-dialog.tsx';

await Promise.all([loadTexts('ru', 'admin'), loadTexts('ru', 'admin-people')]);

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['open', 'Запрос отправлен, он ждёт одобрения'],
  ['approved', 'Запрос одобрен'],
])('a request that is %s once it is made is told of as such', async (state, words) => {
  const before = waitingToasts().length;
  vi.stubGlobal('fetch', async () => Response.json({ id: 4, state }));
  const { router } = await showComponent(
    <RequestExportDialog request={{ kind: 'export_user', user_id: 7 }} onClose={() => {}} />,
    '/admin/users/7',
  );
  await userEvent.type(screen.getByRole('textbox'), 'Запрос от 20 ноября');
  await userEvent.click(screen.getByRole('button', { name: 'Попросить' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/approvals'));
  expect(
    waitingToasts()
      .slice(before)
      .map(({ message }) => message),
  ).toEqual([words]);
});
