import type { NotificationSettings } from '@app/contract/notifications/notifications';
import { LANGUAGES } from '@app/contract/platform/languages';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { getDeviceZone } from '../../platform/format/reader-zone.ts';
import { listZones, nameZone } from '../../platform/format/zone-names.ts';
import { loadTexts } from '../../platform/texts.ts';
import { ToastOutlet } from '../../ui/toast/toast-outlet.tsx';
import { DigestPart } from './digest-part.tsx';
import { InstallPart } from './install-part.tsx';
import { PushPart } from './push-part.tsx';
import { QuietPart } from './quiet-part.tsx';
import { TopicTable } from './topic-table.tsx';
import { useSettings } from './use-settings.ts';
import { ZonePart } from './zone-part.tsx';

await loadTexts('ru', 'bell-settings');

const SETTINGS: NotificationSettings = {
  topics: [
    { topic: 'circle', bell: 1, push: 1, mail: null },
    { topic: 'likes', bell: 0, push: 0, mail: null },
    { topic: 'searches', bell: 1, push: 1, mail: null },
    { topic: 'favorites', bell: 1, push: 1, mail: 1 },
    { topic: 'payments', bell: 1, push: 1, mail: null },
  ],
  quiet: { from: '23:00', to: '08:00' },
  time_zone: 'Europe/Moscow',
  time_zone_chosen: 0,
  digest: 1,
  email: 'anna@example.com',
  devices: 0,
};

const network = vi.fn();
const sent = (): unknown[] => network.mock.calls.map(([, init]) => JSON.parse(init.body));

beforeEach(() => {
  network.mockReset();
  network.mockImplementation(async () => Response.json(SETTINGS));
  vi.stubGlobal('fetch', network);
});
afterEach(() => vi.unstubAllGlobals());

function Parts() {
  const { settings, change } = useSettings(SETTINGS);
  return (
    <>
      <TopicTable topics={settings.topics} change={change} />
      <ZonePart settings={settings} zones={listZones('ru', settings.time_zone)} change={change} />
      <QuietPart settings={settings} change={change} />
      <DigestPart settings={settings} change={change} />
    </>
  );
}

test('each topic says how it is told, and what cannot be switched says so', async () => {
  await showComponent(<Parts />);
  const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));
  expect(row('Заявки в круг').getByRole('switch', { name: /На сайте$/ })).toBeChecked();
  expect(row('Отметки «Нравится»').getByRole('switch', { name: /Push$/ })).toBeDisabled();
  expect(row('Новое по сохранённым поискам').getByRole('link', { name: 'У каждого поиска' })).toHaveAttribute(
    'href',
    '/searches',
  );
  expect(row('Подписка и платежи').getAllByText('Всегда')).toHaveLength(2);
  expect(row('Подписка и платежи').getAllByRole('switch')).toHaveLength(1);
});

test('a switch moves at once and stays where the server put it', async () => {
  const changed = {
    ...SETTINGS,
    topics: SETTINGS.topics.map((topic) => (topic.topic === 'favorites' ? { ...topic, mail: 0 as const } : topic)),
  };
  network.mockImplementation(async () => Response.json(changed));
  await showComponent(<Parts />);
  const letters = screen.getByRole('switch', { name: 'Цены и возвращение избранного: Письма' });
  await userEvent.click(letters);
  expect(letters).not.toBeChecked();
  await waitFor(() => expect(sent()).toEqual([{ topics: [{ topic: 'favorites', mail: 0 }] }]));
  expect(letters).not.toBeChecked();
});

test('a switch that could not be saved moves back and says so', async () => {
  network.mockImplementation(async () => Response.json({ message: '', code: 'internal' }, { status: 500 }));
  await showComponent(
    <>
      <Parts />
      <ToastOutlet />
    </>,
  );
  const digest = screen.getByRole('switch', { name: 'Присылать утреннее письмо' });
  await userEvent.click(digest);
  expect(await screen.findByText('Не удалось сохранить. Всё осталось как было')).toBeInTheDocument();
  await waitFor(() => expect(digest).toBeChecked());
});

test('a zone is found by its name or its offset, and the device’s is one of them', async () => {
  network.mockImplementation(async (_, init) =>
    Response.json({ ...SETTINGS, ...JSON.parse(init.body), time_zone_chosen: 1 }),
  );
  await showComponent(<Parts />);
  const field = screen.getByRole('combobox', { name: 'Часовой пояс' });
  expect(field).toHaveValue(`Как на этом устройстве: ${nameZone('ru', getDeviceZone() ?? '')}`);
  await userEvent.clear(field);
  await userEvent.type(field, 'владив');
  await userEvent.click(await screen.findByRole('option', { name: 'Владивосток (UTC+10)', hidden: true }));
  await waitFor(() => expect(sent()).toEqual([{ time_zone: 'Asia/Vladivostok' }]));
  expect(field).toHaveValue('Владивосток (UTC+10)');
  await userEvent.clear(field);
  await userEvent.type(field, 'Atlantis');
  expect(await screen.findByText('Такого пояса нет')).toBeInTheDocument();
});

test('zones are named in every language, also those that CLDR abbreviates', () => {
  const names = LANGUAGES.map((lang) => nameZone(lang, 'Europe/Moscow'));
  expect(names).toEqual([
    'Москва (UTC+3)',
    'Moscow (UTC+3)',
    'Moscú (UTC+3)',
    'Moskau (UTC+3)',
    'Moscou (UTC+3)',
    'Mosca (UTC+3)',
    '모스크바 (UTC+3)',
  ]);
  expect(nameZone('en', 'America/New_York', Date.parse('2026-11-23'))).toBe('New York (UTC−5)');
  expect(nameZone('ru', 'America/St_Johns', Date.parse('2026-11-23'))).toBe('Сент-Джонс (UTC−3:30)');
});

test('quiet hours are switched and moved', async () => {
  await showComponent(<Parts />);
  await userEvent.click(screen.getByRole('switch', { name: 'Соблюдать тихие часы' }));
  await waitFor(() => expect(sent()).toEqual([{ quiet: null }]));
});

test('without a confirmed address the morning email says what it needs', async () => {
  await showComponent(<DigestPart settings={{ ...SETTINGS, email: '' }} change={() => {}} />);
  expect(screen.getByText(/Сначала подтвердите почту/)).toBeInTheDocument();
});

function stubPush(permission: NotificationPermission, subscription: object | null = null) {
  const made = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/1',
    options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
    toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: vi.fn(),
  };
  const pushManager = { getSubscription: async () => subscription, subscribe: vi.fn(async () => made) };
  const registration = { pushManager };
  vi.stubGlobal('Notification', { permission, requestPermission: async () => 'granted' });
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration, register: async () => registration, ready: registration },
  });
  return pushManager;
}

test('a browser that cannot or may not take pushes says why', async () => {
  await showComponent(<PushPart viewerId={7} devices={0} onChanged={() => {}} />);
  expect(await screen.findByText('Этот браузер не умеет принимать push')).toBeInTheDocument();
  stubPush('denied');
  await showComponent(<PushPart viewerId={7} devices={0} onChanged={() => {}} />);
  expect(await screen.findByText(/Браузер запрещает уведомления/)).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a device is switched on for the person who is here', async () => {
  const pushManager = stubPush('default');
  network.mockImplementation(async () => Response.json({ key: 'AQID', devices: 1 }));
  const onChanged = vi.fn();
  await showComponent(<PushPart viewerId={7} devices={0} onChanged={onChanged} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Включить' }));
  expect(await screen.findByText('Включены на этом устройстве')).toBeInTheDocument();
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'AQID' });
  expect(JSON.parse(network.mock.calls.at(-1)?.[1].body)).toMatchObject({ keys: { p256dh: 'p', auth: 'a' } });
  expect(localStorage.getItem('push-of')).toBe('7');
  expect(onChanged).toHaveBeenCalled();
});

test('the installation is offered when the browser has it to offer, once', async () => {
  await showComponent(<InstallPart />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  const prompt = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: vi.fn(async () => {}),
    userChoice: Promise.resolve({ outcome: 'dismissed' }),
  });
  act(() => void window.dispatchEvent(prompt));
  expect(prompt.defaultPrevented).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Установить' }));
  expect(prompt.prompt).toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole('button')).not.toBeInTheDocument());
});
