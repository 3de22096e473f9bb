import { expect } from '@playwright/test';
import { createPerson } from '../support/people.ts';
import { freePort } from '../support/product.ts';
import { heading } from './part.ts';
import { startRelay } from './relay.ts';
import { signIn } from './sign-in.ts';
import { test } from './test.ts';

test('without a network the site says so, and goes on when it is back', async ({ newVisitor, watch }) => {
  const [port, productPort] = [await freePort(), Number(process.env.ENGINES_PRODUCT_PORT)];
  const relay = await startRelay(port, productPort);
  const member = await newVisitor({ origin: `http://localhost:${port}` });
  await signIn(member, await createPerson());
  await member.open('/');
  const isControlled = () => member.ask(() => navigator.serviceWorker.controller !== null);
  await expect.poll(isControlled).toBe(true);
  // Sockets and calls that find nobody.
  watch.allow(/can’t establish a connection|interrupted while|NetworkError|Load failed|status of 503/);
  await relay.close();
  // As a link goes: a driver that navigates answers with the refused connection.
  await member.ask(() => void setTimeout(() => location.assign('/policy')));
  await member.sees(heading('Нет соединения'));
  const again = await startRelay(port, productPort);
  await member.open('/policy');
  await member.sees(heading('Политика обработки персональных данных'));
  await again.close();
});
