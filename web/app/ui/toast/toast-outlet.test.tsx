import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drainToasts, toast } from './toast.ts';
import { ToastOutlet } from './toast-outlet.tsx';

// The error of a browser that cannot load a chunk.
vi.mock('./toast-host.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

afterEach(() => {
  drainToasts();
});

test('without a connection what is to be said is said in plain words', async () => {
  render(<ToastOutlet />);
  act(() => toast.error('Не удалось добавить в избранное: «Велосипед»'));
  expect(await screen.findByText('Не удалось добавить в избранное: «Велосипед»')).toBeInTheDocument();
});
