import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import FeedbackThreadPage from './feedback-thread-page.tsx';

await loadTexts('ru', 'admin');

const network = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ count: 0 }));

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
const show = (messages: ReturnType<typeof line>[]) => {
  const thread = { user_id: 7, user_name: 'Анна', email: 'anna@example.com', messages, total: messages.length };
  const props = { loaderData: { userId: 7, page: 1, thread } } as ComponentProps<typeof FeedbackThreadPage>;
  return showComponent(<FeedbackThreadPage {...props} />);
};
const said = () => network.mock.calls.map(([url, init]) => [init.method, url, init.body]);

test('whoever of the staff opens what a person wrote has looked at the lines that stand there, and at no later one', async () => {
  await show([line(9, 0), line(8, 1)]);
  expect(said()).toEqual([['POST', '/api/feedback/7/seen', '{"up_to":9}']]);
});

test('with nothing on the page nobody has looked', async () => {
  await show([]);
  expect(said()).toEqual([]);
});
