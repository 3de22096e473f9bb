import type { ReplayedMessage } from '@app/contract/live/streams';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { STREAM_REPLAY_PAGE_SIZE } from '#contract/live/streams';
import { sampleReplayed } from '../../../../test/sample-stream.ts';
import { LanguageProvider } from '../../../platform/i18n.tsx';
import { ChatReplay } from './chat-replay.tsx';

afterEach(() => vi.unstubAllGlobals());

async function show(said: readonly ReplayedMessage[], answer?: () => Response | undefined) {
  let asked = 0;
  vi.stubGlobal('fetch', async (address: string) => {
    asked += 1;
    const query = new URL(address, 'http://localhost').searchParams;
    const [until, after] = [query.get('until_ms'), query.get('after_id')];
    const found = said.filter(
      ({ id, place_ms }) => (until === null || place_ms <= Number(until)) && (after === null || id > Number(after)),
    );
    const size = Number(query.get('size') ?? STREAM_REPLAY_PAGE_SIZE);
    const list = until === null ? found.slice(0, size) : found.slice(-size);
    return answer?.() ?? Response.json({ list });
  });
  const video = document.createElement('video');
  let seconds = 0;
  Object.defineProperty(video, 'currentTime', {
    get: () => seconds,
    set(to: number) {
      seconds = to;
      video.dispatchEvent(new Event('seeked'));
    },
  });
  const element = (
    <LanguageProvider initial="ru">
      <Suspense>
        <ChatReplay streamId={7} isHost={false} video={video} />
      </Suspense>
    </LanguageProvider>
  );
  const root = { id: 'root', path: '/', element, loader: () => ({ viewer: null }) };
  const router = createMemoryRouter([root], { hydrationData: { loaderData: { root: root.loader() } } });
  await act(async () => render(<RouterProvider router={router} />));
  await screen.findByRole('heading', { name: 'Чат эфира' });
  const goTo = (to: number) =>
    act(async () => {
      video.currentTime = to;
    });
  return { goTo, now: () => seconds, asked: () => asked };
}

test('the chat goes with the video, forth and back', async () => {
  const said = [sampleReplayed(1, { place_ms: 2000 }), sampleReplayed(2, { place_ms: 8000 })];
  const { goTo, now } = await show(said);
  expect(await screen.findByText(/Включите видео/)).toBeVisible();
  await goTo(3);
  expect(await screen.findByText('Сообщение 1')).toBeVisible();
  expect(screen.queryByText('Сообщение 2')).toBeNull();
  await goTo(9);
  expect(screen.getByText('Сообщение 2')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Перейти к 0:02' }));
  expect(now()).toBe(2);
  expect(screen.queryByText('Сообщение 2')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Действия/ })).toBeNull();
});

test('a jump into a long silence of a long chat asks for no more than it needs', async () => {
  const early = Array.from({ length: STREAM_REPLAY_PAGE_SIZE }, (_, i) =>
    sampleReplayed(i + 1, { place_ms: 1000 + i * 300 }),
  );
  const later = Array.from({ length: STREAM_REPLAY_PAGE_SIZE }, (_, i) =>
    sampleReplayed(1000 + i, { place_ms: 900_000 + i }),
  );
  const { goTo, asked } = await show([...early, ...later]);
  await goTo(500);
  expect(await screen.findByText(`Сообщение ${STREAM_REPLAY_PAGE_SIZE}`)).toBeVisible();
  const before = asked();
  for (let turns = 0; turns < 50; turns += 1) await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(asked() - before).toBeLessThanOrEqual(2);
});

test('where nobody wrote, that is said', async () => {
  await show([]);
  expect(await screen.findByText('В этом эфире никто не писал')).toBeVisible();
});

test('what did not load is loaded again when asked', async () => {
  let isDown = true;
  const { goTo } = await show([sampleReplayed(1, { place_ms: 0 })], () =>
    isDown ? Response.json({ code: 'internal', message: 'Что-то пошло не так' }, { status: 500 }) : undefined,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Что-то пошло не так');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  await goTo(1);
  expect(await screen.findByText('Сообщение 1')).toBeVisible();
});
