import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { SectionLink } from './section-link.tsx';
import { SECTIONS, sectionsFor } from './sections.ts';

async function currentAt(path: string, viewerId?: number): Promise<(string | null)[]> {
  const sections = sectionsFor(SECTIONS, viewerId).map((section) => (
    <SectionLink key={section.to} section={section}>
      {section.text}
    </SectionLink>
  ));
  const { unmount } = await showComponent(<nav>{sections}</nav>, path);
  const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  const texts = current.map(({ textContent }) => textContent);
  unmount();
  return texts;
}

test('one section is marked as the current one, the feed also where it shows the surroundings', async () => {
  expect(await currentAt('/', 7)).toEqual(['frame.nav.main']);
  expect(await currentAt('/user/7/social', 7)).toEqual(['frame.nav.feed']);
  expect(await currentAt('/near', 7)).toEqual(['frame.nav.feed']);
  expect(await currentAt('/nearby', 7)).toEqual([]);
  expect(await currentAt('/circle', 7)).toEqual(['frame.nav.circle']);
});

test('a guest has the surroundings as a section of their own', async () => {
  expect(await currentAt('/near')).toEqual(['frame.nav.near']);
});
