import type { SellerSettings } from '@app/contract/market/seller-settings';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { SettingsParts } from './seller-settings-page.tsx';

const SETTINGS: SellerSettings = {
  hours: null,
  time_zone: 'Europe/Moscow',
  away: { on: 0, text: '' },
  templates: [],
  vacation: null,
};
const server = vi.fn();
let stored: SellerSettings;
const sent = (): unknown[] => server.mock.calls.map(([, init]) => JSON.parse(String(init.body)));

beforeEach(() => {
  stored = SETTINGS;
  server.mockReset();
  server.mockImplementation(async (_, { body }: RequestInit) => {
    stored = { ...stored, ...JSON.parse(String(body)) };
    return Response.json(stored);
  });
  vi.stubGlobal('fetch', server);
});
afterEach(() => vi.unstubAllGlobals());

const show = (settings: Partial<SellerSettings> = {}) =>
  showComponent(<SettingsParts loaded={{ ...SETTINGS, ...settings }} zoneName="Москва (UTC+3)" />);
const part = (name: string) => within(screen.getByRole('region', { name }));
const save = (name: string) => userEvent.click(part(name).getByRole('button', { name: 'Сохранить' }));

test('hours begin with a usual week, and one day’s hours become those of all', async () => {
  await show();
  const hours = part('Часы работы');
  expect(hours.queryByRole('button', { name: 'Сохранить' })).toBeNull();
  await userEvent.click(hours.getByRole('switch', { name: 'Часы работы' }));
  expect(hours.getAllByText('Выходной')).toHaveLength(2);
  await userEvent.selectOptions(hours.getByRole('combobox', { name: 'понедельник: с' }), '20:00');
  expect(hours.getByRole('combobox', { name: 'понедельник: до' })).toHaveValue('20:30');
  await userEvent.click(hours.getByRole('button', { name: 'Одинаковые часы во все дни' }));
  await userEvent.click(hours.getByRole('switch', { name: 'суббота: рабочий день' }));
  await save('Часы работы');
  const day = { from: '20:00', to: '20:30' };
  expect(sent()).toEqual([{ hours: [day, day, day, day, day, day, null] }]);
  expect(hours.queryByRole('button', { name: 'Сохранить' })).toBeNull();
});

test('an away answer has words before it is on, and says when it is sent', async () => {
  await show();
  const away = part('Автоответ');
  await userEvent.click(away.getByRole('switch', { name: 'Автоответ' }));
  expect(away.getByText(/уйдёт только в отпуске/)).toBeVisible();
  const field = away.getByRole('textbox', { name: 'Текст автоответа' });
  expect(field).toHaveValue('Здравствуйте! Сейчас я не на связи, отвечу, как только вернусь.');
  await userEvent.clear(field);
  expect(away.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
  await userEvent.type(field, 'Отвечу утром');
  await save('Автоответ');
  expect(sent()).toEqual([{ away: { on: 1, text: 'Отвечу утром' } }]);
});

test('templates are added, moved and deleted', async () => {
  await show({
    templates: [
      { title: 'Адрес', content: 'Тверская, 1' },
      { title: 'Доставка', content: 'Отправлю почтой' },
    ],
  });
  const templates = part('Шаблоны ответов');
  await userEvent.click(templates.getByRole('button', { name: 'Опустить шаблон 1' }));
  await userEvent.click(templates.getByRole('button', { name: 'Добавить шаблон' }));
  expect(templates.getByRole('textbox', { name: 'Название шаблона 3' })).toHaveFocus();
  await userEvent.keyboard('Торг');
  await userEvent.type(templates.getByRole('textbox', { name: 'Текст шаблона 3' }), 'Уместен');
  await userEvent.click(templates.getByRole('button', { name: 'Удалить шаблон 2' }));
  await save('Шаблоны ответов');
  expect(sent()).toEqual([
    {
      templates: [
        { title: 'Доставка', content: 'Отправлю почтой' },
        { title: 'Торг', content: 'Уместен' },
      ],
    },
  ]);
});
