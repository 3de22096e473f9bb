import { render, waitFor } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { expect, test } from 'vitest';
import { useToastLayer } from './use-toast-layer.ts';

function Page({ hasWindow = false, isOpen = false }) {
  const layer = useToastLayer();
  return (
    <>
      {hasWindow && <dialog open={isOpen}>window</dialog>}
      {layer && createPortal(<p id="toast">said</p>, layer)}
    </>
  );
}

const home = () => document.getElementById('toast')?.closest('dialog, body')?.tagName;

test('toasts go into the window that opens over the page, and come back when it closes', async () => {
  const { rerender } = render(<Page hasWindow />);
  expect(home()).toBe('BODY');
  rerender(<Page hasWindow isOpen />);
  await waitFor(() => expect(home()).toBe('DIALOG'));
  rerender(<Page hasWindow />);
  await waitFor(() => expect(home()).toBe('BODY'));
});

test('toasts outlive a window that is taken away', async () => {
  const { rerender, unmount } = render(<Page hasWindow isOpen />);
  expect(home()).toBe('DIALOG');
  rerender(<Page />);
  await waitFor(() => expect(home()).toBe('BODY'));
  unmount();
  expect(document.querySelector('[popover]')).toBeNull();
});
