import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.ts';

const Bell = () => <p>Колокольчик</p>;

test('a part that cannot be had without a network comes when there is one, and breaks nothing until then', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const Part = lazyPart(async () => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch');
    return Bell;
  });
  render(
    <>
      <p>Страница</p>
      <Suspense fallback={<p>Ждём</p>}>
        <Part />
      </Suspense>
    </>,
  );
  expect(await screen.findByText('Ждём')).toBeInTheDocument();
  network.mockReturnValue(true);
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('Колокольчик')).toBeInTheDocument();
  expect(screen.getByText('Страница')).toBeInTheDocument();
});
