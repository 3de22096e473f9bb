import { expect, test } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { PageHead } from './page-head.tsx';

test('previews of links get the name of the site and the language of the page', async () => {
  await showComponent(<PageHead title="Лодка" />, '/');
  const content = (property: string) => document.querySelector(`meta[property="${property}"]`)?.getAttribute('content');
  expect(content('og:site_name')).toBe('Около');
  expect(content('og:locale')).toBe('ru_RU');
});
