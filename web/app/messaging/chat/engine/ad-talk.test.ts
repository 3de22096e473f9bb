import type { Message } from '@app/contract/messaging/chat';
import { expect, test } from 'vitest';
import { findAdTalk } from './ad-talk.ts';
import type { ThreadEntry } from './chat-types.ts';

let next = 0;
function said(mine: 0 | 1, content: string, adId?: number): ThreadEntry {
  next += 1;
  const card = adId === undefined ? null : { kind: 'ad', id: adId };
  return { key: `m${next}`, message: { mine, content, card } as Message };
}

test('a talk begins with the newest message that carries the ad', () => {
  const rows = [said(1, 'Привет'), said(0, 'Диван ещё у вас?', 7), said(0, 'Ау'), said(0, 'А кресло?', 8)];
  expect(findAdTalk(rows, 8, false)).toMatchObject({ hasWritten: false, isMyTurn: true });
  const answered = findAdTalk([...rows, said(1, 'Да, ещё в продаже')], 8, false);
  expect(answered).toEqual({ hasWritten: true, isMyTurn: false, said: new Set(['Да, ещё в продаже']) });
});

test('the buyer who asked has written', () => {
  expect(findAdTalk([said(1, 'Ещё у вас?', 7)], 7, true)).toMatchObject({ hasWritten: true });
});

test('an ad whose card no message carries is new to those who come from it, and old to others', () => {
  const rows = [said(1, 'Привет'), said(0, 'Здравствуйте')];
  expect(findAdTalk(rows, 7, true).hasWritten).toBe(false);
  expect(findAdTalk(rows, 7, false).hasWritten).toBe(true);
});

test('an away answer is no word of the seller', () => {
  const answer: ThreadEntry = {
    key: 'a1',
    message: { mine: 1, content: 'Отвечу утром', card: null, automatic: 1 } as Message,
  };
  const talk = findAdTalk([said(0, 'Ещё у вас?', 7), answer], 7, false);
  expect(talk).toEqual({ hasWritten: false, isMyTurn: true, said: new Set() });
});
