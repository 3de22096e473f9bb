import type { Publication as Shown } from '@app/contract/publishing/publications';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../../test/show-component.tsx';
import { photoOf, publicationOf, reader as viewer } from '../../../test/sample-publication.ts';
import { LanguageProvider } from '../../platform/i18n.tsx';
import { drainToasts, waitingToasts } from '../../ui/toast/toast.ts';
import { Publication, type PublicationProps } from './publication.tsx';

interface Sent {
  method: string;
  path: string;
  body: Record<string, unknown>;
}
let sent: Sent[] = [];
let answer: (call: Sent) => Response | Promise<Response>;

beforeEach(() => {
  sent = [];
  answer = () => Response.json({});
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call: Sent = {
      method: String(init.method),
      path: url,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : {},
    };
    sent.push(call);
    return answer(call);
  });
  drainToasts();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function show(change: Partial<Shown> = {}, props: Partial<PublicationProps> = {}, isGuest = false) {
  const element = (
    <LanguageProvider initial="ru">
      <Suspense>
        <Publication publication={publicationOf(5, change)} place="feed" {...props} />
      </Suspense>
    </LanguageProvider>
  );
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        path: '/',
        loader: () => ({ viewer: isGuest ? null : viewer, publicUrl: 'https://okolo.example' }),
        hydrateFallbackElement: <p>…</p>,
        element,
      },
      { path: '*', element: null },
    ],
    { initialEntries: ['/'] },
  );
  await act(async () => render(<RouterProvider router={router} />));
  await screen.findByRole('article');
  // The button to save waits for the first sign of the reader.
  await act(async () => {
    fireEvent.pointerMove(document.body);
    await vi.dynamicImportSettled();
  });
  // With its texts, for which a press would otherwise find it waiting.
  await act(() => vi.dynamicImportSettled());
}

const heart = () => screen.getByRole('button', { name: 'Нравится' });

test('a like answers before the server does, and then says what is true', async () => {
  let respond: (response: Response) => void = () => {};
  answer = () => new Promise((resolve) => (respond = resolve));
  await show();
  await userEvent.click(heart());
  expect(heart()).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByText('4')).toBeInTheDocument();
  await waitFor(() => expect(sent[0]?.body).toEqual({ publish_id: 5, liked: 1 }));
  await act(async () => respond(Response.json({ liked: 1, count: 12 })));
  expect(await screen.findByText('12')).toBeInTheDocument();
});

test('a refused like is taken back and told', async () => {
  answer = () => Response.json({ code: 'blocked', message: 'Вы не можете этого сделать' }, { status: 403 });
  await show();
  await userEvent.click(heart());
  await waitFor(() => expect(heart()).toHaveAttribute('aria-pressed', 'false'));
  expect(screen.getByText('3')).toBeInTheDocument();
  expect(waitingToasts()[0]?.message).toBe('Не удалось сохранить лайк. Вы не можете этого сделать');
});

test('a quick hand ends where it stopped, one call at a time', async () => {
  const responds: ((response: Response) => void)[] = [];
  answer = () => new Promise((resolve) => responds.push(resolve));
  await show();
  await userEvent.click(heart());
  await userEvent.click(heart());
  await userEvent.click(heart());
  expect(sent).toHaveLength(1);
  await act(async () => responds[0]?.(Response.json({ liked: 1, count: 4 })));
  expect(heart()).toHaveAttribute('aria-pressed', 'true');
  expect(sent).toHaveLength(1);
});

test('two presses on a photo are a like and never take one back', async () => {
  answer = () => Response.json({ liked: 1, count: 4 });
  await show();
  const [photo] = screen.getAllByRole('button', { name: /^Открыть фото/ });
  if (photo) await userEvent.dblClick(photo);
  await waitFor(() => expect(heart()).toHaveAttribute('aria-pressed', 'true'));
  if (photo) await userEvent.dblClick(photo);
  expect(heart()).toHaveAttribute('aria-pressed', 'true');
  expect(sent).toHaveLength(1);
});

test('what the author wrote of a photo is read aloud', async () => {
  await show({ content: [photoOf(1, { alt: 'Деревянный причал' })] });
  expect(screen.getByRole('button', { name: 'Фото 1 из 1. Деревянный причал' })).toBeInTheDocument();
});

test('a publication with a muted word is folded until its reader wants it', async () => {
  await show({ muted_by: 'причал' });
  expect(screen.queryByText('Старый причал')).toBeNull();
  expect(screen.getByText('Скрыто по слову «причал»')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Показать' }));
  expect(screen.getByText('Старый причал')).toBeInTheDocument();
});

test('guests are led to sign in, and read who likes it nowhere', async () => {
  await show({}, {}, true);
  expect(screen.getByRole('link', { name: 'Нравится' })).toHaveAttribute('href', '/auth?next=%2Fuser%2F7%2Fsocial%2F5');
  expect(screen.queryByRole('button', { name: /Кому нравится/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Написать комментарий' })).toBeNull();
});

test('only the author edits and deletes; others complain and hide the author', async () => {
  await show({ own: 1 });
  expect(screen.getByRole('link', { name: 'Изменить', hidden: true })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Удалить', hidden: true })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Пожаловаться', hidden: true })).toBeNull();
});

test('deleting asks first, and the list is without it two seconds later', async () => {
  const gone = vi.fn();
  answer = () => Response.json({ publish_id: 5 });
  await show({ own: 1 }, { onDelete: gone });
  await userEvent.click(screen.getByRole('button', { name: 'Удалить', hidden: true }));
  expect(await screen.findByText('Вы уверенны что хотите удалить публикацию?')).toBeInTheDocument();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const verbs = screen.getAllByRole('button', { name: 'Удалить', hidden: true });
  await act(async () => verbs.at(-1)?.click());
  await act(async () => {
    await Promise.resolve();
  });
  expect(sent[0]).toMatchObject({ method: 'PUT', path: '/api/publish/del', body: { publish_id: 5 } });
  expect(gone).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTime(2000));
  const [isDoomed] = gone.mock.calls[0] ?? [];
  expect(isDoomed(publicationOf(5))).toBe(true);
  expect(isDoomed(publicationOf(6))).toBe(false);
});

test('an author who forbids it is not sent on as a card', async () => {
  await show({ may_share: 0 });
  expect(screen.queryByText('Отправить в чат')).toBeNull();
  expect(screen.getAllByText('Скопировать ссылку').length).toBeGreaterThan(0);
});

test('a photo that moves stands still for those who asked for less motion, until they press', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  await show({ content: [photoOf(1, { motion: '/media/posts/x/motion.mp4' })] });
  expect(document.querySelector('video')?.getAttribute('src')).toBe('/media/posts/x/motion.mp4');
  await userEvent.click(screen.getByRole('button', { name: 'Смотреть' }));
  expect(screen.getByRole('button', { name: 'Пауза' })).toBeTruthy();
});

test('the author of what staff hid reads the reason and where to appeal, and of what waits that it is checked', async () => {
  const withheld = { state: 'hidden', reason: 'Реклама' } as const;
  await show({ own: 1, withheld });
  expect(screen.getByText('Скрыто модератором')).toBeVisible();
  expect(screen.getByText('Причина: Реклама')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Обжаловать' })).toHaveAttribute('href', '/profile/measures');
});

test.each([
  ['1600 × 1000', 1600, 1000, '1.6'],
  ['900 × 1600', 900, 1600, '0.8'],
  ['4000 × 1000', 4000, 1000, '3'],
])('a photo of %s keeps its proportions, up to 4:5 tall and 3:1 wide', async (_, width, height, ratio) => {
  await show({ content: [photoOf(1, { width, height })] });
  const strip = screen.getByRole('group', { name: 'Фото публикации' }).firstElementChild;
  expect(strip?.getAttribute('style')).toMatch(new RegExp(`aspect-ratio: ${ratio}[ ;]`));
});
