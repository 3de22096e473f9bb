import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { largeEmoji, RichText } from './rich-text.tsx';

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
  const { unmount } = await showComponent(<RichText text={text} isTrusted={false} />);
  const link = screen.getByRole('link', { name: 'example.com/a?b=1' });
  expect(link).toHaveAttribute('href', `/away?to=${encodeURIComponent('http://example.com/a?b=1')}`);
  expect(link).toHaveAttribute('rel', 'nofollow noopener noreferrer');
  expect(link).toHaveAttribute('target', '_blank');
  unmount();
  await showComponent(<RichText text={text} isTrusted />);
  expect(screen.getByRole('link')).toHaveAttribute('href', 'http://example.com/a?b=1');
});

test('a link to this site leads there at once', async () => {
  await showComponent(<RichText text={`${window.location.origin}/ad/7`} isTrusted={false} />);
  expect(screen.getByRole('link')).toHaveAttribute('href', '/ad/7');
});

test('a link that only looks like one to this site does not lead out of it unasked', async () => {
  for (const path of ['//evil.example/in', '/\\evil.example/in', '///evil.example/in']) {
    const { unmount } = await showComponent(<RichText text={window.location.origin + path} isTrusted={false} />);
    for (const link of screen.queryAllByRole('link')) {
      const { origin, hostname } = new URL(link.getAttribute('href') ?? '', window.location.href);
      expect({ path, origin, hostname }).toMatchObject({ origin: window.location.origin });
    }
    unmount();
  }
});

test('what is no address of the web is no link', async () => {
  await showComponent(<RichText text="javascript:alert(1) и ftp://example.com/x" isTrusted />);
  expect(screen.queryByRole('link')).toBeNull();
});
