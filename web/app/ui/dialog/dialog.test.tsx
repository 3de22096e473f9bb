import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, DialogForm } from './dialog.tsx';

const send = vi.fn();

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Переименовать
      </button>
      {isOpen && (
        <Dialog title="Название" hasClose onClose={() => setOpen(false)}>
          <DialogForm
            verb="Сохранить"
            onSubmit={() => {
              send();
              setOpen(false);
            }}
          >
            <input aria-label="Новое" />
          </DialogForm>
        </Dialog>
      )}
    </>
  );
}

test.each(['Закрыть', 'Отмена', 'Сохранить'])('«%s» closes it, and the focus returns to its opener', async (name) => {
  send.mockReset();
  await showComponent(<Page />);
  const opener = screen.getByRole('button', { name: 'Переименовать' });
  await userEvent.click(opener);
  expect(screen.getByRole('dialog', { name: 'Название' })).toHaveAttribute('open');
  await userEvent.click(screen.getByRole('button', { name }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(opener).toHaveFocus();
  expect(send).toHaveBeenCalledTimes(name === 'Сохранить' ? 1 : 0);
});

test('a question is answered once; a busy one takes no second answer', async () => {
  const onConfirm = vi.fn();
  const question = (isBusy: boolean) => (
    <ConfirmDialog question="Удалить?" verb="Удалить" isBusy={isBusy} onConfirm={onConfirm} onClose={() => {}}>
      Навсегда
    </ConfirmDialog>
  );
  const { unmount } = await showComponent(question(false));
  await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
  expect(onConfirm).toHaveBeenCalledOnce();
  unmount();
  await showComponent(question(true));
  expect(screen.getByRole('button', { name: 'Удалить' })).toBeDisabled();
});
