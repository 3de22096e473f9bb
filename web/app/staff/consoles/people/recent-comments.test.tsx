import type { Account } from '@app/contract/staff/staff';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import { RecentComments } from './recent-comments.tsx';

await loadTexts('ru', 'admin-people');

const comment = (id: number, more: Partial<Account['recent_comments'][number]> = {}) => ({
  id,
  under: 'ad' as const,
  text: `Слова ${id}`,
  link: `/ad/1?comment=${id}#comments`,
  timestamp: '2026-11-20T10:00:00Z',
  hidden: 0 as const,
  ...more,
});

test('each comment leads to where it stands, and says whether it is hidden', async () => {
  await showComponent(<RecentComments comments={[comment(5), comment(5, { under: 'publication', hidden: 1 })]} />);
  const [first, second] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement];
  expect(within(first).getByRole('link')).toHaveAttribute('href', '/ad/1?comment=5#comments');
  expect(first).toHaveTextContent('Слова 5');
  expect(first).not.toHaveTextContent('Скрыт');
  expect(second).toHaveTextContent('Скрыт');
});

test('without comments there is no card', async () => {
  await showComponent(<RecentComments comments={[]} />);
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
});
