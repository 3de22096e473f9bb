import type { AuditEntry } from '@app/contract/platform/audit';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts, textOf } from '../../../platform/texts.ts';
import { AuditList } from './audit-list.tsx';
import { actionText, detailTexts } from './audit-sentence.ts';

await Promise.all([loadTexts('ru', 'admin-people'), loadTexts('ru', 'admin-audit'), loadTexts('en', 'admin-audit')]);

const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  timestamp: '2026-11-22T10:00:00Z',
  actor: { id: 9, name: 'Администратор Около' },
  ip: '127.0.0.1',
  action: 'users.list',
  object: '',
  object_name: '',
  about: null,
  details: '',
  ...change,
});

test('an entry is a sentence with its object named, and its details can be read', async () => {
  await showComponent(
    <AuditList
      entries={[
        entry({ details: '{"page":1,"size":10}' }),
        entry({ id: 2, action: 'ads.block', object: 'ad:7', object_name: 'Велосипед', about: { id: 4, name: 'Анна' } }),
        entry({ id: 3, action: 'moderation.take', object: 'case:12' }),
        entry({ id: 4, action: 'users.suspend', object: 'user:4', about: { id: 4, name: 'Анна' } }),
      ]}
    />,
  );
  const sentences = screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);
  expect(sentences).toEqual([
    'Администратор Около · Список людей',
    'Администратор Около · Блокировка объявления · Объявление «Велосипед» · Анна',
    'Администратор Около · Случай взят в работу · Случай № 12',
    'Администратор Около · Блокировка учётной записи · Анна',
  ]);
  expect(screen.getByText('страница: 1 · строк: 10 · 127.0.0.1')).toBeInTheDocument();
});

test('the language is the reader’s, and what has no text stays as it was recorded', () => {
  const text = { lang: 'en' as const, t: textOf<'admin-audit'>('en') };
  expect(actionText(text, 'money.refund')).toBe('Refund');
  expect(actionText(text, 'old.action')).toBe('old.action');
  expect(detailTexts(text, '{"is_on":false,"by":["a","b"],"odd":{"from":1},"search":""}')).toEqual([
    'on: no',
    'attribute: a, b',
    'odd: from: 1',
  ]);
});
