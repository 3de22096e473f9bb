import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { LanguageProvider, useSetLanguage, useText } from './i18n.tsx';

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
