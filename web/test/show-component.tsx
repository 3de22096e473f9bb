import { act, type RenderResult, render, waitFor } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { LanguageProvider } from '../app/platform/i18n.tsx';
import { type Domain, loadTexts } from '../app/platform/texts.ts';
import { MantineRoot } from '../app/ui/mantine/mantine-root.tsx';

// happy-dom has no `document.fonts`; Mantine's textareas measure again when a font loads.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

const DOMAINS: readonly Domain[] = [
  'auth',
  'registration',
  'payments',
  'money',
  'errors',
  'reference',
  'ad-form',
  'my-ads',
  'seller-settings',
  'settings',
  'security',
  'comments',
  'complaints',
  'feedback',
  'notifications',
  'circle',
  'person',
  'privacy',
  'invitations',
  'chat',
  'composer',
  'share',
  'chats',
  'music',
  'posts',
];
await Promise.all(DOMAINS.map((domain) => loadTexts('ru', domain)));

type Router = ReturnType<typeof createMemoryRouter>;

/** Renders an element with language, Mantine and a router. Every other address is an empty page. */
export async function showComponent(element: ReactNode, at = '/'): Promise<RenderResult & { router: Router }> {
  const page = (
    <LanguageProvider initial="ru" chosenZone="Europe/Moscow">
      <MantineRoot>
        <Suspense fallback={<span data-loading />}>{element}</Suspense>
      </MantineRoot>
    </LanguageProvider>
  );
  const { pathname } = new URL(at, 'http://localhost');
  const router = createMemoryRouter(
    [
      { path: pathname, element: page },
      { path: '*', element: null },
    ],
    { initialEntries: [at] },
  );
  // Text catalogues are promises, and React completes suspended renders only in an awaited `act`.
  const shown = await act(async () => ({ ...render(<RouterProvider router={router} />), router }));
  await waitFor(() => {
    if (shown.container.querySelector('[data-loading]')) throw new Error('The element is still loading.');
  });
  return shown;
}
