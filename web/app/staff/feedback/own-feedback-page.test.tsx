import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import OwnFeedbackPage from './own-feedback-page.tsx';

const network = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ unread: 0 }));

beforeEach(() => {
  network.mockClear();
  vi.stubGlobal('fetch', network);
});
afterEach(() => vi.unstubAllGlobals());

const line = (id: number, from_staff: 0 | 1) => ({
  id,
  message: 'Слова',
  timestamp: '2026-11-20T10:00:00Z',
  from_staff,
});
const show = (unread: number) => {
  const thread = { messages: [line(9, 1), line(8, 0)], total: 2, unread };
  const props = { loaderData: { page: 1, thread } } as ComponentProps<typeof OwnFeedbackPage>;
  return showComponent(<OwnFeedbackPage {...props} />);
};
const said = () => network.mock.calls.map(([url, init]) => [init.method, url, init.body]);

test('whoever looks at the page has opened the answers that stand on it', async () => {
  await show(1);
  expect(said()).toEqual([['POST', '/api/feedback/own/seen', '{"up_to":9}']]);
});

test('with nothing new nothing is said', async () => {
  await show(0);
  expect(said()).toEqual([]);
});
