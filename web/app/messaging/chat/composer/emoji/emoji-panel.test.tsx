import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { showComponent } from '../../../../../test/show-component.tsx';
import { EmojiButton } from './emoji-button.tsx';
import { loadEmoji, searchEmoji } from './emoji-data.ts';

beforeEach(() => localStorage.clear());

function Field() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('Привет!');
  return (
    <>
      <textarea ref={field} value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      <EmojiButton field={field} isDisabled={false} onText={setText} />
    </>
  );
}

async function openPanel() {
  await showComponent(<Field />);
  await userEvent.click(screen.getByRole('button', { name: 'Эмодзи' }));
  const panel = await screen.findByRole('dialog', { name: 'Эмодзи' });
  await within(panel).findByRole('group', { name: /Смайлики|Недавние/ });
  return within(panel);
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');

test('the emoji is put where the caret is, and is among the recent ones the next time', async () => {
  const panel = await openPanel();
  field().setSelectionRange(6, 6);
  await userEvent.type(panel.getByRole('searchbox'), 'взмах');
  await userEvent.click(panel.getByRole('button', { name: 'машет рукой' }));
  expect(field()).toHaveValue('Привет👋!');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(field()).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Эмодзи' }));
  const recent = await screen.findByRole('group', { name: 'Недавние' });
  expect(within(recent).getByRole('button', { name: 'машет рукой' })).toHaveTextContent('👋');
});

test('the skin tone is chosen once and stays', async () => {
  const panel = await openPanel();
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Тон кожи' }), '✋🏽');
  await userEvent.click(panel.getByRole('button', { name: 'Люди и жесты' }));
  expect(panel.getByRole('button', { name: 'машет рукой' })).toHaveTextContent('👋🏽');
  expect(localStorage.getItem('emoji-tone')).toBe('3');
});

test('the arrow keys move between the emoji, and only one of them is in the order of tabs', async () => {
  const panel = await openPanel();
  const buttons = within(panel.getByRole('group', { name: 'Смайлики и эмоции' })).getAllByRole('button');
  buttons[0]?.focus();
  fireEvent.keyDown(buttons[0] as HTMLElement, { key: 'ArrowRight' });
  expect(buttons[1]).toHaveFocus();
  expect(buttons.filter(({ tabIndex }) => tabIndex === 0)).toEqual([buttons[1]]);
});

test('what is not found says so', async () => {
  const panel = await openPanel();
  await userEvent.type(panel.getByRole('searchbox'), 'ывапролд');
  expect(panel.getByText('Ничего не найдено')).toBeVisible();
});

test.each(['ru', 'en', 'es', 'de', 'fr', 'it', 'ko'] as const)('the emoji of %s have words', async (lang) => {
  const rows = await loadEmoji(lang);
  expect(rows.length).toBeGreaterThan(1500);
  expect(rows.every(([sign, label]) => sign !== '' && label !== '')).toBe(true);
  const words = { ru: 'ёлка', en: 'tree', es: 'árbol', de: 'baum', fr: 'arbre', it: 'albero', ko: '트리' };
  expect(searchEmoji(rows, words[lang]).map(([sign]) => sign)).toContain('🎄');
});
