import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { screen } from '@testing-library/react';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { type Host, hostContext } from '../../../platform/host.ts';
import { loadTexts } from '../../../platform/texts.ts';
import { QueueList } from './queue-list.tsx';
import { loader } from './queue-page.tsx';

await Promise.all([loadTexts('ru', 'admin'), loadTexts('ru', 'moderation')]);

const selection = { selected: new Set<number>(), choose: () => {}, clear: () => {} };

async function showNothing(address: string): Promise<void> {
  const list = { cases: [], total: 0 };
  const now = '2026-11-20T10:00:00.000Z';
  await showComponent(
    <QueueList
      list={list}
      chosenId={undefined}
      viewerId={1}
      now={now}
      size={25}
      hrefOf={String}
      selection={selection}
    />,
    address,
  );
}

test('an empty queue says that everything is done only where nothing was searched or left out', async () => {
  await showNothing('/admin/queue');
  expect(await screen.findByText('Всё разобрано')).toBeInTheDocument();
});

test('words that are in no case are answered as such', async () => {
  await showNothing('/admin/queue?search=лодка');
  expect(await screen.findByText('По запросу «лодка» ничего не нашлось')).toBeInTheDocument();
  expect(screen.queryByText('Всё разобрано')).toBeNull();
});

test.each(['show=mine', 'kind=claim'])('where %s leaves nothing, others may still wait', async (filter) => {
  await showNothing(`/admin/queue?${filter}`);
  expect(await screen.findByText('Здесь пока пусто')).toBeInTheDocument();
});

test('a page of the queue that was decided to its end leads to the last one that there is', async () => {
  const context = new RouterContextProvider();
  const call = async ({ path }: AnyEndpoint) => (path.endsWith('/cases') ? { cases: [], total: 25 } : {});
  const viewer = { user_id: 1, permissions: ['manager', 'moderation.decide'] };
  context.set(hostContext, { call, viewer } as unknown as Host);
  const request = new Request('http://x/admin/queue?kind=complaint&page=2');
  const input = { request, url: new URL(request.url), pattern: 'admin/queue', params: {}, context };
  const answer = await loader(input as Parameters<typeof loader>[0]).catch((error) => error);
  expect(answer).toBeInstanceOf(Response);
  expect(answer.headers.get('location')).toBe('/admin/queue?kind=complaint');
});
