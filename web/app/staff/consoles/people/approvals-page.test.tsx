import type { Approval } from '@app/contract/staff/staff';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import ApprovalsPage from './approvals-page.tsx';

await Promise.all([loadTexts('ru', 'admin'), loadTexts('ru', 'admin-people')]);

const waiting: Approval = {
  id: 4,
  kind: 'export_people',
  state: 'open',
  about: null,
  search: 'Иванов',
  people_state: null,
  people: 21,
  reason: 'Запрос суда',
  asked_by: { id: 2, name: 'Вера' },
  asked: '2026-11-20T10:00:00Z',
  expires: '2026-11-23T10:00:00Z',
  decided_by: null,
  decided: null,
  answer: '',
  href: null,
  file_until: null,
  can: { approve: 1, refuse: 1, withdraw: 0 },
};
const show = (approval: Partial<Approval>) => {
  const page = { approvals: [{ ...waiting, ...approval }], total: 1, waiting: 1 };
  return showComponent(
    <ApprovalsPage {...({ loaderData: { loaded: page } } as ComponentProps<typeof ApprovalsPage>)} />,
  );
};
const question = async (): Promise<HTMLElement> => {
  await userEvent.click(screen.getByRole('button', { name: 'Одобрить' }));
  return screen.findByRole('dialog', { name: 'Одобрить запрос?' });
};

test('whoever approves a table of people reads how many people it means', async () => {
  await show({});
  expect(screen.getByRole('article')).toHaveTextContent('«Иванов» · 21 человек');
  expect(await question()).toHaveTextContent('получит файл с личными данными 21 человека.');
});

test('of one person it says who that is, and no number', async () => {
  await show({ kind: 'export_user', about: { id: 9, name: 'Олег' }, search: '', people: null });
  const dialog = await question();
  expect(within(dialog).getByText(/с личными данными\. Олег/)).toBeInTheDocument();
});
