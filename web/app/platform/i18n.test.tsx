import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { useEarlyPart } from '../ui/hooks/use-early-part.ts';
import { formatRecentTime } from './format/format-time.ts';
import { LanguageProvider, useLanguage, useSetLanguage, useText } from './i18n.tsx';

function Form() {
  const t = useText();
  const setLanguage = useSetLanguage();
  return (
    <>
      <label>
        {t('ads.filter.what')}
        <input />
      </label>
      <button type="button" onClick={() => void setLanguage('de')}>
        Deutsch
      </button>
      <p>{t('ads.list.count', { count: 2 })}</p>
    </>
  );
}

test('switching the language keeps what was typed and remembers the choice', async () => {
  render(
    <LanguageProvider initial="ru">
      <Form />
    </LanguageProvider>,
  );
  await userEvent.type(screen.getByLabelText('Что ищем'), 'велосипед');
  expect(screen.getByText('2 объявления')).toBeInTheDocument();

  await userEvent.click(screen.getByRole('button', { name: 'Deutsch' }));

  expect(await screen.findByText('2 Anzeigen')).toBeInTheDocument();
  expect(screen.getByLabelText('Was')).toHaveValue('велосипед');
  expect(localStorage.getItem('lang')).toBe('de');
  expect(document.cookie).toContain('lang=de');
});

test('a language chosen earlier replaces the one that the server guessed', async () => {
  localStorage.setItem('lang', 'en');
  render(
    <LanguageProvider initial="ru">
      <Form />
    </LanguageProvider>,
  );
  expect(await screen.findByText('2 ads')).toBeInTheDocument();
});

function Sent() {
  const lang = useLanguage();
  const part = useEarlyPart<HTMLTimeElement>();
  return (
    <time ref={part} data-early-part="" suppressHydrationWarning>
      {formatRecentTime(lang, '2026-10-01T10:00:00Z', Date.parse('2026-10-01T10:05:00Z'))}
    </time>
  );
}

test('times of a part that is hydrated later turn to the zone of the reader', async () => {
  const loading = Promise.withResolvers<{ default: typeof Sent }>();
  const Part = lazy(() => loading.promise);
  const page = document.createElement('div');
  document.body.append(page);
  page.innerHTML = '<!--$--><time data-early-part="">сегодня, 13:00\u00a0МСК</time><!--/$-->';
  const root = await act(async () =>
    hydrateRoot(
      page,
      <LanguageProvider initial="ru" chosenZone="Asia/Vladivostok">
        <Suspense>
          <Part />
        </Suspense>
      </LanguageProvider>,
    ),
  );
  expect(page).toHaveTextContent('сегодня, 13:00 МСК');
  await act(async () => loading.resolve({ default: Sent }));
  expect(await screen.findByText('сегодня, 20:00')).toBeInTheDocument();
  act(() => root.unmount());
  page.remove();
});
