import { publishAd } from '../market/ad-pages.ts';
import { api } from '../support/api.ts';
import { createPerson } from '../support/people.ts';
import { heading, link, type Part } from './part.ts';
import { signIn } from './sign-in.ts';
import { test } from './test.ts';

const bell = (words: string): Part => ({ css: `header [aria-label="${words}"]` });

test('a comment rings the bell of an open page, and leads to the ad', async ({ newVisitor }) => {
  const [seller, buyer] = [
    await createPerson({ firstname: 'Павла', paid: true }),
    await createPerson({ firstname: 'Мила' }),
  ];
  const title = `Самокат ${seller.id}`;
  const board_id = await publishAd(seller, title);
  await api('POST', '/api/notifications/read', { token: seller.token, json: {} });
  const page = await newVisitor();
  await signIn(page, seller);
  await page.open('/');
  await page.sees(bell('Уведомления, новых нет'));
  await api('PUT', '/api/comments', { token: buyer.token, json: { board_id, message: 'Ещё продаёте?' } });
  await page.sees(bell('Уведомления, 1 новое'));
  await page.press(bell('Уведомления, 1 новое'));
  await page.press(link(new RegExp(`Комментарий к объявлению «${title}»`), { role: 'dialog' }));
  await page.sees(heading(title));
});
