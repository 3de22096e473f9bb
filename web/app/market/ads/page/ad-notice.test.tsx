import type { Board } from '@app/contract/market/ads';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import { AdNotice } from './ad-notice.tsx';

await loadTexts('ru', 'ad-page');

const blocked = { board_state: 'blocked', board_blocked_reason: 'Чужие фото' } as Board;

test('the owner of a blocked ad reads why, and finds where to object', async () => {
  await showComponent(<AdNotice ad={blocked} isOwn />);
  expect(screen.getByRole('status')).toHaveTextContent('Чужие фото');
  expect(screen.getByRole('link', { name: 'Обжаловать решение' })).toHaveAttribute('href', '/profile/measures');
});

test('nobody else is offered to object', async () => {
  await showComponent(<AdNotice ad={blocked} isOwn={false} />);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});
