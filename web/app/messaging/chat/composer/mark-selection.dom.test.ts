import { expect, test } from 'vitest';
import { markOf, wrapSelection } from './mark-selection.ts';

/** Selection in square brackets, before and after the press. */
function wrapped(text: string, mark: string): string {
  const field = document.createElement('textarea');
  document.body.append(field);
  field.value = text.replace(/[[\]]/g, '');
  field.setSelectionRange(text.indexOf('['), text.indexOf(']') - 1);
  wrapSelection(field, mark);
  const { value, selectionStart, selectionEnd } = field;
  field.remove();
  return `${value.slice(0, selectionStart)}[${value.slice(selectionStart, selectionEnd)}]${value.slice(selectionEnd)}`;
}

test('the selected words are marked, without the space after them', () => {
  expect(wrapped('Цена [пять] рублей', '**')).toBe('Цена **[пять]** рублей');
  expect(wrapped('Цена [пять ]рублей', '_')).toBe('Цена _[пять]_ рублей');
});

test('a second press takes the marks away', () => {
  expect(wrapped('Цена **[пять]** рублей', '**')).toBe('Цена [пять] рублей');
});

test('without a selection the caret stands between the marks', () => {
  expect(wrapped('Цена []', '**')).toBe('Цена **[]**');
});

test('each line is marked, and the sign of a quote stays in front', () => {
  expect(wrapped('[раз\n\n> два]', '**')).toBe('**[раз**\n\n> **два]**');
});

test('the keys are found on a Cyrillic layout', () => {
  const press = { ctrlKey: true, metaKey: false, altKey: false, shiftKey: false, key: 'и', code: 'KeyB' };
  expect(markOf(press as never)).toBe('**');
  expect(markOf({ ...press, ctrlKey: false } as never)).toBeUndefined();
  expect(markOf({ ...press, key: 'я', code: 'KeyZ' } as never)).toBeUndefined();
});
