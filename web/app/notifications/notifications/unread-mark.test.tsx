import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { setChatCounts } from './chat-counts.ts';
import { UnreadMark } from './unread-mark.tsx';

beforeEach(() => {
  document.head.innerHTML = '<title>Контакты</title><link rel="icon" type="image/svg+xml" href="/favicon.svg">';
});
afterEach(() => {
  document.head.innerHTML = '';
});

const icon = () => document.querySelector('link[rel="icon"]')?.getAttribute('href');

test('the title and the icon of the tab tell of unread messages, on every page', async () => {
  await showComponent(<UnreadMark unread={0} />);
  expect([document.title, icon()]).toEqual(['Контакты', '/favicon.svg']);
  act(() => void setChatCounts({ unread: 2, chats: 1, requests: 0 }));
  expect([document.title, icon()]).toEqual(['(2) Контакты', '/favicon-unread.svg']);
  document.title = 'Лента';
  await waitFor(() => expect(document.title).toBe('(2) Лента'));
  act(() => void setChatCounts({ unread: 0, chats: 0, requests: 0 }));
  expect([document.title, icon()]).toEqual(['Лента', '/favicon.svg']);
});

test('the icon of an operator stays as it is', async () => {
  document.head.innerHTML = '<title>Контакты</title><link rel="icon" type="image/png" href="/site-logo/a/icon.png">';
  await showComponent(<UnreadMark unread={0} />);
  act(() => void setChatCounts({ unread: 1, chats: 1, requests: 0 }));
  expect([document.title, icon()]).toEqual(['(1) Контакты', '/site-logo/a/icon.png']);
});
