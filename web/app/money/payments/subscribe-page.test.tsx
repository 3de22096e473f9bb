import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { ApiError } from '../../platform/api-error.ts';
import { type Host, hostContext } from '../../platform/host.ts';
import { drainToasts } from '../../ui/toast/toast.ts';
import SubscribePage, { loader } from './subscribe-page.tsx';

const ADDRESS = '/subscribe/pay/7';
const offer = {
  price_kopecks: 39_900,
  months: 12,
  methods: [{ method: 'bank_card' as const, enabled: 1 as const, autopay: 1 as const }],
};

async function load(call: (endpoint: AnyEndpoint) => Promise<unknown>) {
  const context = new RouterContextProvider();
  context.set(hostContext, { call, viewer: { user_id: 7 } } as unknown as Host);
  const request = new Request(`http://x${ADDRESS}`);
  const input = {
    request,
    url: new URL(request.url),
    pattern: 'subscribe/pay/:user_id',
    params: { user_id: '7' },
    context,
  };
  return loader(input as Parameters<typeof loader>[0]);
}
type Loaded = Awaited<ReturnType<typeof load>>['data'];
const show = (loaderData: Loaded) =>
  showComponent(<SubscribePage {...({ loaderData } as ComponentProps<typeof SubscribePage>)} />, ADDRESS);

test('the page says what the subscription costs and until when it is paid', async () => {
  const until = '2027-03-01T00:00:00.000Z';
  const { data } = await load(async ({ path }) =>
    path.includes('payments') ? offer : { payed: 1, payed_until: until },
  );
  await show(data);
  expect(await screen.findByRole('heading', { level: 1, name: 'Подписка на год' })).toBeInTheDocument();
  expect(screen.getByText(/Подписка действует до 01\.03\.2027/)).toBeInTheDocument();
});

test('where it is not known whether the subscription is paid, the page says so and goes home', async () => {
  const answer = await load(async () => {
    throw new ApiError(503, { code: 'not_ready', message: '' });
  });
  expect(answer.init?.status).toBe(503);
  const { router } = await show(answer.data);
  expect(router.state.location.pathname).toBe('/');
  expect(drainToasts().map(({ message }) => message)).toEqual(['Произошла ошибка при загрузке данных']);
});
