import { expect } from '@playwright/test';
import { freshWord, toast } from '../market/ad-pages.ts';
import { api } from '../support/api.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import { LONG, open, PHONE_ONLY, test, waitUntilHydrated } from '../support/test.ts';

async function keepPromotionOn({ token }: Person): Promise<AsyncDisposable> {
  const turnOn = async (): Promise<void> => {
    await api('PUT', '/api/features', { token, json: { feature: 'promotion', is_on: 1 } });
  };
  await turnOn();
  return { [Symbol.asyncDispose]: turnOn };
}

test('an announcement stands above every page, and whoever hides it is not shown it again', {
  tag: PHONE_ONLY,
}, async ({ page, visitor }) => {
  const admin = await createStaff('admin', 'Ада');
  const words = `Ночью обновляемся ${freshWord()}`;
  await signIn(page.context(), admin);
  await open(page, '/admin/announcements');
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Новое объявление' }))).click();
  const dialog = page.getByRole('dialog', { name: 'Новое объявление' });
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog.getByText('Заполните это поле')).toBeVisible();
  await dialog.getByLabel('Текст: Русский').fill(words);
  await dialog.getByLabel('Важность').selectOption('warning');
  await dialog.getByLabel('Ссылка').fill('/contacts');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(toast(page, 'Объявление сохранено')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: words });
  await expect(row).toContainText('Показывается');

  const reader = await visitor();
  const strip = reader.getByRole('region', { name: 'Объявления сайта' });
  await reader.addInitScript(() => {
    new MutationObserver((changes) => {
      const removed = changes.flatMap(({ removedNodes }) => [...removedNodes]);
      if (removed.some(({ textContent }) => textContent?.includes('Ночью обновляемся')))
        document.body.dataset.lost = 'on';
    }).observe(document, { childList: true, subtree: true });
  });
  await open(reader, '/');
  await expect(strip).toContainText(words);
  // Hydration leaves it where the server rendered it, so that the page stays in place.
  await expect(reader.locator('body')).not.toHaveAttribute('data-lost');
  await expect(strip.getByRole('link', { name: 'Подробнее' }).first()).toHaveAttribute('href', '/contacts');
  await open(reader, '/auth');
  await expect(strip).toContainText(words);
  await (await waitUntilHydrated(strip.getByRole('button', { name: `Скрыть: ${words}` }))).click();
  await expect(reader.getByText(words)).toHaveCount(0);
  await open(reader, '/');
  await expect(reader.getByText(words).locator('visible=true')).toHaveCount(0);

  await page.getByRole('button', { name: `Удалить: ${words}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Убрать' }).click();
  await expect(toast(page, 'Объявление убрано')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('an administrator switches promotion off: its page and its call say so, and it comes back', async ({
  page,
  visitor,
}) => {
  const [admin, seller] = await Promise.all([
    createStaff('admin', 'Ада'),
    createPerson({ firstname: 'Семён', paid: true }),
  ]);
  await signIn(page.context(), admin);
  // Turned on again even if this attempt fails, because other tests promote ads.
  await using _promotion = await keepPromotionOn(admin);
  await open(page, '/admin/features');
  const row = page.getByRole('row').filter({ hasText: 'Продвижение' });
  await (await waitUntilHydrated(row.getByRole('button', { name: 'Выключить: Продвижение' }))).click();
  const dialog = page.getByRole('dialog', { name: 'Выключить «Продвижение»?' });
  await expect(dialog).toContainText('Продвижение сейчас недоступно');
  await dialog.getByLabel('Причина для коллег').fill('Проверка');
  await dialog.getByRole('button', { name: 'Выключить' }).click();
  await expect(toast(page, 'Выключено на всех узлах')).toBeVisible();
  await expect(row).toContainText('Проверка');

  const person = await visitor();
  await signIn(person.context(), seller);
  await open(person, '/profile/promotions');
  await expect(person.getByText('Продвижение сейчас недоступно')).toBeVisible();
  await expect(api('PUT', '/api/promotion', { token: seller.token, json: {} })).rejects.toThrow(/503 .*feature_off/);

  await row.getByRole('button', { name: 'Включить: Продвижение' }).click();
  await expect(toast(page, 'Снова работает')).toBeVisible();
  await open(person, '/profile/promotions');
  await expect(person.getByText('Продвижение сейчас недоступно')).toHaveCount(0);
});

test('the first page of the administration draws the days, with a table behind each plot', {
  tag: [PHONE_ONLY, LONG],
}, async ({ page }) => {
  const admin = await createStaff('admin', 'Ада');
  await signIn(page.context(), admin);
  await open(page, '/admin');
  const dashboard = page.getByRole('region', { name: 'Как дела' });
  await expect(dashboard).toBeVisible();
  await (await waitUntilHydrated(dashboard.getByRole('link', { name: '7 дней' }))).click();
  await expect(page).toHaveURL(/\?days=7$/);
  await expect(dashboard.getByRole('link', { name: '7 дней' })).toHaveAttribute('aria-current', 'page');
  const plot = dashboard.getByRole('figure').filter({ hasText: 'Регистрации' });
  const drawing = plot.getByRole('img', { name: /^Регистрации: от/ });
  const uncounted = dashboard.getByText('Ещё не считали');
  await expect(drawing.or(uncounted).first()).toBeVisible();
  if (await uncounted.isVisible()) return;
  await plot.getByText('Таблицей').click();
  await expect(plot.getByRole('row')).toHaveCount(8);
});

test('a manager sees neither switches nor announcements nor failed jobs', { tag: LONG }, async ({ page }) => {
  const manager = await createStaff('manager', 'Мария');
  await signIn(page.context(), manager);
  for (const path of ['/admin/features', '/admin/announcements', '/admin/jobs']) {
    await open(page, path);
    await expect(page).toHaveURL(/\/admin$/);
  }
  await expect(page.getByRole('link', { name: 'Переключатели' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Как дела' }).getByText('Получено')).toHaveCount(0);
});

test('with nothing failed the page of jobs says so', { tag: LONG }, async ({ page }) => {
  const admin = await createStaff('admin', 'Ада');
  await signIn(page.context(), admin);
  await open(page, '/admin/jobs');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Упавшие задачи');
  const { total } = await api<{ total: number }>('GET', '/api/jobs/dead', { token: admin.token });
  if (total === 0) await expect(page.getByText('Упавших задач нет')).toBeVisible();
});
