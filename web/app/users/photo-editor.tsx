import { useEffect, useRef } from 'react';
import dialogStyles from '../ui/dialog.module.css';
import type { PhotoDialogProps } from './photo-dialog.tsx';

/** The window itself. It is open as long as it is there. */
export function PhotoEditor({ onClose }: Omit<PhotoDialogProps, 'isOpen'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return <dialog ref={dialog} className={dialogStyles.dialog} onClose={onClose} />;
}
