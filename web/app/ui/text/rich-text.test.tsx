import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { largeEmoji, RichText } from './rich-text.tsx';

/** With the first sign of a reader, for which links wait. */
async function showText(text: string, isTrusted: boolean) {
  const shown = await showComponent(<RichText text={text} isTrusted={isTrusted} />);
  fireEvent.pointerMove(document.body);
  await act(() => vi.dynamicImportSettled());
  return shown;
}

test('up to three emoji alone are shown large, anything else is text', () => {
  expect(largeEmoji('👍')).toBe(1);
  expect(largeEmoji(' ❤️ 🔥 ')).toBe(2);
  expect(largeEmoji('👨‍👩‍👧🇷🇺👍🏽')).toBe(3);
  expect(largeEmoji('👍👍👍👍')).toBe(0);
  expect(largeEmoji('да 👍')).toBe(0);
  expect(largeEmoji('12')).toBe(0);
  expect(largeEmoji('')).toBe(0);
});

test('a link out of the site goes through the page that names it, unless a friend sent it', async () => {
  const text = 'Смотрите example.com/a?b=1, там дешевле';
  const { unmount } = await showText(text, false);
  const link = await screen.findByRole('link', { name: 'example.com/a?b=1' });
  expect(link).toHaveAttribute('href', `/away?to=${encodeURIComponent('http://example.com/a?b=1')}`);
  expect(link).toHaveAttribute('rel', 'nofollow noopener noreferrer');
  expect(link).toHaveAttribute('target', '_blank');
  unmount();
  await showText(text, true);
  expect(await screen.findByRole('link')).toHaveAttribute('href', 'http://example.com/a?b=1');
});

test('a link to this site leads there at once', async () => {
  await showText(`${window.location.origin}/ad/7`, false);
  expect(await screen.findByRole('link')).toHaveAttribute('href', '/ad/7');
});

test('a link that only looks like one to this site does not lead out of it unasked', async () => {
  for (const path of ['//evil.example/in', '/\\evil.example/in', '///evil.example/in']) {
    const { unmount } = await showText(window.location.origin + path, false);
    for (const link of screen.queryAllByRole('link')) {
      const { origin, hostname } = new URL(link.getAttribute('href') ?? '', window.location.href);
      expect({ path, origin, hostname }).toMatchObject({ origin: window.location.origin });
    }
    unmount();
  }
});

test('what is no address of the web is no link', async () => {
  await showText('javascript:alert(1) и ftp://example.com/x', true);
  expect(screen.queryByRole('link')).toBeNull();
});

test('every kind of link is looked for, and a text without any is shown as it is', async () => {
  const links = ['пример.рф', 'https://example.com/a', 'a@example.com', 'mailto:b@example.org'];
  await showText(links.join(' '), true);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(links);
});
