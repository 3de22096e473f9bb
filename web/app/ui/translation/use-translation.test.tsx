import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { installTranslation, installViewport } from '../../../test/fake-translation.ts';
import { showComponent } from '../../../test/show-component.tsx';
import { useTranslation } from './use-translation.tsx';

// The models live as long as the page, so the tests share them, and each has a text of its own.
const { fake, calls } = installTranslation();
const apis = { Translator: Reflect.get(window, 'Translator'), detector: Reflect.get(window, 'LanguageDetector') };
const requests: string[] = [];

function Text({ text, isOwn = false }: { text: string; isOwn?: boolean }) {
  const { ref, show, lang, offer } = useTranslation(isOwn ? [] : [text]);
  return (
    <section>
      <p ref={ref} lang={lang} data-testid="text">
        {show(text)}
      </p>
      {offer}
    </section>
  );
}

beforeEach(() => {
  vi.stubGlobal('Translator', apis.Translator);
  vi.stubGlobal('LanguageDetector', apis.detector);
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    return Response.json({});
  });
  Object.assign(fake, { languages: { fahre: 'de', езжу: 'ru' }, beforeCreate: () => {}, translator: 'available' });
  calls.length = 0;
  requests.length = 0;
});

async function show(element: Parameters<typeof showComponent>[0]) {
  const viewport = installViewport();
  const shown = await showComponent(element);
  return { ...viewport, ...shown };
}

const translate = () => screen.findByRole('button', { name: 'Перевести' });
const text = () => screen.getByTestId('text');

test('a text in another language is translated in place, says from what, and the original is one press away', async () => {
  const user = userEvent.setup();
  const page = await show(<Text text="Ich fahre mit dem Rad" />);
  expect(calls).toEqual([]);
  expect(screen.queryByRole('button')).toBeNull();
  await act(async () => page.scrollTo());
  const button = await translate();
  expect(text()).toHaveAttribute('lang', 'de');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();

  button.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(text()).toHaveTextContent('[de→ru] Ich fahre mit dem Rad'));
  expect(text()).toHaveAttribute('lang', 'ru');
  expect(screen.getByRole('status')).toHaveTextContent('Переведено с немецкого');
  const back = screen.getByRole('button', { name: 'Показать оригинал' });
  expect(back).toHaveFocus();

  await user.keyboard('{Enter}');
  expect(text()).toHaveTextContent(/^Ich fahre mit dem Rad$/);
  expect(text()).toHaveAttribute('lang', 'de');
  const before = calls.length;
  await user.keyboard('{Enter}');
  await waitFor(() => expect(text()).toHaveTextContent('[de→ru]'));
  expect(calls).toHaveLength(before);
  expect(requests).toEqual([]);
});

test('what was translated returns translated after the row left the page', async () => {
  const user = userEvent.setup();
  const first = await show(<Text text="Wir fahren, ich fahre auch" />);
  await act(async () => first.scrollTo());
  await user.click(await translate());
  await screen.findByRole('button', { name: 'Показать оригинал' });
  first.unmount();
  const second = await show(<Text text="Wir fahren, ich fahre auch" />);
  await act(async () => second.scrollTo());
  await waitFor(() => expect(text()).toHaveTextContent('[de→ru]'));
});

test('the download of the model is shown, and the button waits for its end', async () => {
  const user = userEvent.setup();
  let finish = (): void => {};
  let monitor = new EventTarget();
  fake.languages = { manger: 'fr' };
  fake.beforeCreate = (_what, target) => {
    monitor = target;
    return new Promise((resolve) => {
      finish = resolve;
    });
  };
  const page = await show(<Text text="Nous allons manger ensemble" />);
  await act(async () => page.scrollTo());
  const button = await translate();
  await user.click(button);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Переводится…'));
  act(() => void monitor.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded: 0.42 })));
  expect(screen.getByRole('status')).toHaveTextContent(/^Загружается модель перевода$/);
  expect(screen.getByText('42 %')).toBeVisible();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.click(button);
  await act(async () => finish());
  await waitFor(() => expect(text()).toHaveTextContent('[fr→ru]'));
  expect(calls.filter((call) => call === 'create translator')).toHaveLength(1);
});

test('a failure is told, the original stays, and another press tries again', async () => {
  const user = userEvent.setup();
  fake.languages = { andiamo: 'it' };
  fake.beforeCreate = () => {
    throw new Error('no room');
  };
  const page = await show(<Text text="Domani andiamo al mare" />);
  await act(async () => page.scrollTo());
  await user.click(await translate());
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Перевести не удалось'));
  expect(text()).toHaveTextContent(/^Domani andiamo al mare$/);
  fake.beforeCreate = () => {};
  await user.click(await translate());
  await waitFor(() => expect(text()).toHaveTextContent('[it→ru]'));
});

function Edited() {
  const [words, setWords] = useState('Ich fahre heute nach Kasan');
  return (
    <>
      <Text text={words} />
      <button type="button" onClick={() => setWords('Завтра езжу по Казани')}>
        Правка
      </button>
    </>
  );
}

test('an edited text is neither translated nor named by what it was before', async () => {
  const user = userEvent.setup();
  const page = await show(<Edited />);
  await act(async () => page.scrollTo());
  await user.click(await translate());
  await waitFor(() => expect(text()).toHaveTextContent('[de→ru]'));
  await user.click(screen.getByRole('button', { name: 'Правка' }));
  expect(text()).toHaveTextContent(/^Завтра езжу по Казани$/);
  await waitFor(() => expect(screen.getAllByRole('button')).toHaveLength(1));
  expect(text()).not.toHaveAttribute('lang');
  expect(calls).not.toContain('detect Завтра езжу по Казани');
});

test('own texts and browsers without the APIs are left alone', async () => {
  const own = await show(<Text text="Ich fahre mit dem eigenen Rad" isOwn />);
  expect(own.observed).toHaveLength(0);
  own.unmount();
  Reflect.deleteProperty(window, 'Translator');
  const plain = await show(<Text text="Ich fahre mit dem anderen Rad" />);
  expect(plain.observed).toHaveLength(0);
  expect(calls).toEqual([]);
});
