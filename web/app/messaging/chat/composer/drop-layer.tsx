import { IconPaperclip } from 'virtual:icons';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from './composer.module.css';

interface DropLayerProps {
  /** Files may be dropped on the parent of this element (the composer). */
  over: RefObject<HTMLElement | null>;
  onFiles: (files: readonly File[]) => void;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

function filesOf(data: DataTransfer): File[] {
  const isFolder = (item: DataTransferItem): boolean => item.webkitGetAsEntry?.()?.isDirectory ?? false;
  const items = [...(data.items ?? [])].filter(({ kind }) => kind === 'file');
  if (items.length === 0) return [...data.files];
  return items.filter((item) => !isFolder(item)).flatMap((item) => item.getAsFile() ?? []);
}

export function DropLayer({ over, onFiles }: DropLayerProps) {
  const t = useText('composer');
  const [box, setBox] = useState<DOMRect | null>(null);
  const drop = useEffectEvent((files: readonly File[]) => onFiles(files));

  useEffect(() => {
    const place = (): HTMLElement | null => over.current?.parentElement ?? null;
    function handleOver(event: DragEvent): void {
      if (!hasFiles(event)) return;
      // Without this the browser would navigate to the dropped file.
      event.preventDefault();
      setBox((known) => known ?? place()?.getBoundingClientRect() ?? null);
    }
    function handleLeave(event: DragEvent): void {
      if (event.relatedTarget === null) setBox(null);
    }
    function handleDrop(event: DragEvent): void {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setBox(null);
      if (event.dataTransfer && event.target instanceof Node && place()?.contains(event.target))
        drop(filesOf(event.dataTransfer));
    }
    const leaving = new AbortController();
    window.addEventListener('dragover', handleOver, { signal: leaving.signal });
    window.addEventListener('dragleave', handleLeave, { signal: leaving.signal });
    window.addEventListener('drop', handleDrop, { signal: leaving.signal });
    return () => leaving.abort();
  }, [over]);

  if (box === null) return null;
  const { top, left, width, height } = box;
  return createPortal(
    <div className={styles.drop} style={{ top, left, width, height }}>
      <p>
        <IconPaperclip size={40} stroke={ICON_STROKE} aria-hidden="true" />
        {t('composer.drop')}
      </p>
    </div>,
    document.body,
  );
}
