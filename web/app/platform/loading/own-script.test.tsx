import { act, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { OwnScript } from './own-script.tsx';

test('a script that the server rendered stays as it is', async () => {
  const page = document.createElement('div');
  page.innerHTML = '<script>void 0</script>';
  const root = await act(async () => hydrateRoot(page, <OwnScript text="" />));
  await act(async () => root.render(<OwnScript text="" />));
  expect(page.innerHTML).toBe('<script>void 0</script>');
  act(() => root.unmount());
});

test('what the browser renders has no script, which would not run', () => {
  const { container } = render(<OwnScript text="" />);
  expect(container).toBeEmptyDOMElement();
});
