import { act, render, screen } from '@testing-library/react';
import { Component, type PropsWithChildren, Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { endPreHydration, PRE_HYDRATION_SCRIPT, watchStoppedPresses } from '../platform/loading/pre-hydration.ts';
import { lazyPart } from './lazy-part.ts';

const Bell = () => <p>Колокольчик</p>;

class ErrorBoundary extends Component<PropsWithChildren> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <p>Не вышло</p> : this.props.children;
  }
}

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

test('a part whose file fails is asked for again, and fails when it never comes', async () => {
  vi.useFakeTimers();
  const load = vi
    .fn<() => Promise<typeof Bell>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue(Bell);
  const never = vi.fn<() => Promise<typeof Bell>>().mockRejectedValue(new TypeError('Failed to fetch'));
  const show = (Part: ReturnType<typeof lazyPart>) =>
    act(async () =>
      render(
        <ErrorBoundary>
          <Suspense fallback={<p>Ждём</p>}>
            <Part />
          </Suspense>
        </ErrorBoundary>,
      ),
    );
  const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const { unmount } = await show(lazyPart(load));
  await later(900);
  expect(screen.getByText('Ждём')).toBeInTheDocument();
  await later(200);
  expect(screen.getByText('Колокольчик')).toBeInTheDocument();
  unmount();

  await show(lazyPart(never));
  await later(12_900);
  expect(screen.getByText('Ждём')).toBeInTheDocument();
  await later(200);
  expect(screen.getByText('Не вышло')).toBeInTheDocument();
  expect(never).toHaveBeenCalledTimes(4);
  // React tells of what was caught.
  vi.mocked(console.error).mockClear();
  vi.useRealTimers();
});

test('a press on what the server rendered of a part is done once, when the part is alive', async () => {
  new Function(PRE_HYDRATION_SCRIPT)();
  const ring = vi.fn();
  const Button = () => (
    <button type="button" onClick={ring}>
      Звонок
    </button>
  );
  const loading = Promise.withResolvers<typeof Button>();
  const Part = lazyPart(() => loading.promise);
  const page = document.createElement('div');
  document.body.append(page);
  page.innerHTML = '<!--$--><button type="button">Звонок</button><!--/$-->';
  const root = await act(async () =>
    hydrateRoot(
      page,
      <Suspense>
        <Part />
      </Suspense>,
    ),
  );
  watchStoppedPresses(page);
  endPreHydration();
  const button = screen.getByRole('button', { name: 'Звонок' });
  await act(async () => button.click());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(document.documentElement).toHaveAttribute('aria-busy', 'true');
  expect(ring).not.toHaveBeenCalled();
  await act(async () => loading.resolve(Button));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(ring).toHaveBeenCalledOnce();
  expect(document.documentElement).not.toHaveAttribute('aria-busy');
  await act(async () => button.click());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(ring).toHaveBeenCalledTimes(2);
  expect(document.documentElement).not.toHaveAttribute('aria-busy');
  act(() => root.unmount());
  page.remove();
});
