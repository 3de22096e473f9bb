import { IconPencilPlus } from 'virtual:icons';
import { Suspense, useEffect, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { IconButton } from '../../../ui/buttons.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';

const NewMessageDialog = lazyPart(async () => (await import('./new-message-dialog.tsx')).NewMessageDialog);

const isElsewhere = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null;

/** Opens the people to write to; so does the key N of any layout. */
export function NewMessage({ onOpen }: { onOpen?: ((userId: number) => void) | undefined }) {
  const t = useText('chats');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.code !== 'KeyN' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (isElsewhere(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
  return (
    <>
      <IconButton
        icon={IconPencilPlus}
        label={t('chats.new')}
        title={`${t('chats.new')} (N)`}
        aria-keyshortcuts="N"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <NewMessageDialog onOpen={onOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
