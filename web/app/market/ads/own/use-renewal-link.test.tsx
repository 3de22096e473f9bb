import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import type { OwnAction, OwnAd } from './own-ad.ts';
import { useRenewalLink } from './use-renewal-link.ts';

const ENDING = {
  board_state: 'active',
  board_archived: 0,
  board_enabled: 1,
  isExpired: false,
  expiresIn: 2,
  canRenew: true,
} as OwnAd;

async function follow(address: string, ad: OwnAd): Promise<OwnAction[]> {
  const done: OwnAction[] = [];
  function Page() {
    useRenewalLink(ad, (action) => done.push(action));
    const { pathname, search } = useLocation();
    return <p>{`${pathname}${search}`}</p>;
  }
  const router = createMemoryRouter([{ path: '/ad/:id', element: <Page /> }], { initialEntries: [address] });
  await act(async () => render(<RouterProvider router={router} />));
  return done;
}

test('the link of the reminder renews once, and reading the page again does not', async () => {
  expect(await follow('/ad/7?renew=1', ENDING)).toEqual(['renew']);
  expect(screen.getByText('/ad/7')).toBeInTheDocument();
});

test('an expired ad is renewed too, a sold one, a fresh one and a page without the question are left alone', async () => {
  expect(await follow('/ad/7?renew=1', { ...ENDING, board_archived: 1, isExpired: true })).toEqual(['renew']);
  expect(await follow('/ad/7?renew=1', { ...ENDING, board_state: 'sold' })).toEqual([]);
  expect(await follow('/ad/7?renew=1', { ...ENDING, canRenew: false })).toEqual([]);
  expect(await follow('/ad/7', ENDING)).toEqual([]);
});
