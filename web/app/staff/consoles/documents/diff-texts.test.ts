import { expect, test } from 'vitest';
import { diffTexts } from './diff-texts.ts';

const shown = (before: string, after: string): string[] =>
  diffTexts(before, after).map((line) =>
    line.map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `[+${text}]` : `[-${text}]`)).join(''),
  );

test('changed words of a line, new lines and lines that went', () => {
  expect(shown('## Срок\n\nПодписка на один год\nТри', '## Срок\n\nПодписка на один месяц\nДва\n\nТри')).toEqual([
    '## Срок',
    'Подписка на один [-год][+месяц]',
    '[+Два]',
    'Три',
  ]);
  expect(shown('А\nБ\nВ', 'А\nВ')).toEqual(['А', '[-Б]', 'В']);
  expect(shown('Один год', 'Совсем другое')).toEqual(['[-Один год]', '[+Совсем другое]']);
  expect(shown('', 'Новое')).toEqual(['[+Новое]']);
});

test('the same text has no difference, whatever lines are empty', () => {
  expect(shown('А\n\n\nБ', 'А\nБ')).toEqual(['А', 'Б']);
});

test('both texts can be read from the lines', () => {
  const before = 'один два три\nчетыре\nпять шесть';
  const after = 'один три два\nпять\nшесть семь\nвосемь';
  const read = (left: 'added' | 'removed') =>
    diffTexts(before, after)
      .map((line) =>
        line
          .filter(({ kind }) => kind !== left)
          .map(({ text }) => text)
          .join(''),
      )
      .filter((line) => line !== '');
  expect(read('added').join('\n')).toBe(before);
  expect(read('removed').join('\n')).toBe(after);
});

test('texts that are too long to compare are replaced as a whole, at once', () => {
  const long = (mark: string): string => Array.from({ length: 3000 }, (_, index) => `${mark}${index}`).join('\n');
  const lines = diffTexts(long('а'), long('б'));
  expect(lines).toHaveLength(6000);
  expect(lines.slice(0, 2)).toEqual([[{ kind: 'removed', text: 'а0' }], [{ kind: 'added', text: 'б0' }]]);
});
