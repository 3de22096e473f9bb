import type { Board } from '@app/contract/market/ads';
import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { drainToasts } from '../../../ui/toast/toast.ts';
import { AdForm, type AdFormProps } from './ad-form.tsx';
import { EMPTY_AD } from './draft/ad-draft.ts';
import type { AdInput } from './save-ad.ts';

const mileage: CategoryAttribute = {
  id: 7,
  category: 2,
  name: 'Пробег',
  kind: 'number',
  unit: 'км',
  required: 1,
  searchable: 1,
  position: 1,
  choices: [],
};

const board = (part: Partial<Board>) =>
  ({ board_id: 9, board_state: 'active', board_photos: [], board_attributes: [], ...part }) as Board;

let usualPrice: number | null;

beforeEach(() => {
  drainToasts();
  usualPrice = null;
  vi.stubGlobal('fetch', async () =>
    Response.json({ cities: [], districts: [], attributes: [], total: 0, price: usualPrice }),
  );
});
afterEach(() => vi.unstubAllGlobals());

function show(props: Partial<AdFormProps> & Pick<AdFormProps, 'save'>) {
  return showComponent(
    <AdForm
      initial={{ ...EMPTY_AD, board_title: 'Велосипед', board_description: 'Почти новый', category: '2' }}
      attributes={[mileage]}
      categories={[{ id: 2, name: 'Транспорт' }]}
      {...props}
    />,
    '/add',
  );
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

test('what the category requires is asked for before anything is sent', async () => {
  const sent: AdInput[] = [];
  await show({
    save: async (input) => {
      sent.push(input);
      return board({});
    },
  });
  await submit();
  expect(sent).toEqual([]);
  expect(screen.getByText('Укажите: Пробег')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: /Пробег/ })).toHaveFocus();
  await userEvent.type(screen.getByRole('textbox', { name: /Пробег/ }), '120 000');
  expect(screen.queryByText('Укажите: Пробег')).not.toBeInTheDocument();
  await submit();
  await waitFor(() => expect(sent).toMatchObject([{ attributes: { 7: '120 000' } }]));
});

test('the server’s word about an attribute stands under its field', async () => {
  const refusal = new ApiError(400, {
    code: 'invalid_input',
    message: 'Проверьте введенные данные!',
    fields: { 'board_attributes.7': 'Число от 0 до 999' },
  });
  await show({
    save: () => Promise.reject(refusal),
    initial: { ...EMPTY_AD, board_title: 'В', board_description: 'П', category: '2', board_attributes: { 7: '5' } },
  });
  await submit();
  expect(await screen.findByText('Число от 0 до 999')).toBeInTheDocument();
});

test('an ad that waits for staff says so with the reason', async () => {
  await show({
    save: async () => board({ board_state: 'review', board_review_reason: 'Похоже на рекламу' }),
    attributes: [],
  });
  await submit();
  await waitFor(() =>
    expect(drainToasts()).toMatchObject([{ message: 'Объявление отправлено на проверку. Похоже на рекламу' }]),
  );
});

test('an ad changed elsewhere is shown beside the form’s words, and both can be kept', async () => {
  const sent: AdInput[] = [];
  const theirs = board({
    board_title: 'Велосипед из другого окна',
    board_description: 'Почти новый',
    board_price: 500,
    category: null,
    country: null,
    city: null,
    board_district: '',
    board_comments_by: 'all',
    board_enabled: 1,
  });
  const accepted: Board[] = [];
  const initial = { ...EMPTY_AD, board_title: 'Велосипед', board_description: 'Почти новый' };
  await show({
    initial,
    attributes: [],
    save: async (input) => {
      sent.push(input);
      if (sent.length === 1) throw new ApiError(409, { code: 'conflict', message: '' });
      return board({});
    },
    editing: { load: async () => theirs, accept: (ad) => accepted.push(ad) },
  });
  await userEvent.type(screen.getByRole('textbox', { name: /Название/ }), ' мой');
  await submit();
  const dialog = await screen.findByRole('dialog', { name: 'Объявление изменено в другом месте' });
  expect(within(dialog).getByRole('radio', { name: /Велосипед мой/ })).toBeChecked();
  expect(within(dialog).getByRole('radio', { name: /500/ })).toBeChecked();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Сохранить выбранное' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.fields).toMatchObject({ board_title: 'Велосипед мой', board_price: '500' });
  expect(accepted).toEqual([theirs]);
});

const price = () => screen.getByRole('textbox', { name: 'Цена' });

test.each(['12.500', 'договорная'])('an ad with the price «%s» is not sent', async (typed) => {
  const save = vi.fn(async () => board({}));
  await show({ save, attributes: [] });
  await userEvent.type(price(), `${typed}{Enter}`);
  expect(price()).toBeInvalid();
  expect(price()).toHaveFocus();
  await submit();
  expect(save).not.toHaveBeenCalled();
  await userEvent.clear(price());
  await userEvent.type(price(), '12500.90');
  expect(screen.getByText(/^Копейки отброшены: 12.500.₽$/)).toBeInTheDocument();
  await submit();
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save.mock.calls[0]).toMatchObject([{ fields: { board_price: '12500' } }]);
});

test('a price far from the usual one of its category is asked about once', async () => {
  usualPrice = 12_000;
  const save = vi.fn(async (): Promise<Board> => Promise.reject(new ApiError(0, { code: 'internal', message: '' })));
  await show({ save, attributes: [] });
  await userEvent.type(price(), '120000');
  await submit();
  const question = () => screen.findByRole('dialog', { name: /^Цена 120.000.₽: всё верно\?$/ });
  await userEvent.click(within(await question()).getByRole('button', { name: 'Исправить' }));
  expect(save).not.toHaveBeenCalled();
  await submit();
  await userEvent.click(within(await question()).getByRole('button', { name: 'Цена верная' }));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  await submit();
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  usualPrice = 1_000_000;
  await userEvent.type(price(), '{Backspace}{Backspace}');
  await submit();
  expect(await screen.findByText(/^Это намного меньше обычной цены/)).toBeInTheDocument();
});

test('categories that could not be loaded are missed in words, and the ad stays', async () => {
  await show({ save: async () => board({}), categories: null });
  expect(screen.getByText('Произошла ошибка при загрузке категорий')).toBeInTheDocument();
  expect(screen.getByDisplayValue('Велосипед')).toBeInTheDocument();
});

test('the kind comes first, by the keyboard too, and decides what is asked for', async () => {
  const sent: AdInput[] = [];
  await show({
    initial: { ...EMPTY_AD, board_title: 'Лодка', board_description: 'Целая', board_price: '900' },
    save: async (input) => {
      sent.push(input);
      return board({});
    },
  });
  const sell = screen.getByRole('radio', { name: 'Продаю' });
  expect(sell).toBeChecked();
  expect(screen.getByRole('textbox', { name: /Цена/ })).toBeInTheDocument();
  sell.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('radio', { name: 'Куплю' })).toBeChecked();
  expect(screen.getByRole('textbox', { name: /Куплю до/ })).toHaveValue('900');
  await userEvent.click(screen.getByRole('radio', { name: 'Сдам' }));
  expect(screen.getByRole('combobox', { name: 'Цена за' })).toHaveValue('Месяц');
  await userEvent.click(screen.getByRole('radio', { name: 'Отдам' }));
  expect(screen.queryByRole('textbox', { name: /Цена/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'Обменяю' }));
  await submit();
  expect(screen.getByRole('textbox', { name: /На что меняете/ })).toHaveFocus();
  await userEvent.type(screen.getByRole('textbox', { name: /На что меняете/ }), 'Самокат');
  await submit();
  await waitFor(() => expect(sent).toMatchObject([{ fields: { board_kind: 'swap', board_swap_for: 'Самокат' } }]));
});
