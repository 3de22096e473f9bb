import { IconCamera, IconFile, IconPaperclip, IconPhoto } from '@tabler/icons-react';
import { type ChangeEvent, useId, useRef } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { menuRow } from '../../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from './composer.module.css';
import { openAbove } from './pop-menu.ts';

interface AttachButtonProps {
  isDisabled: boolean;
  onFiles: (files: readonly File[]) => void;
}

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;
const PICTURES = 'image/*,video/*,.heic,.heif';

/** Opens the file dialog with a mouse; on phones it offers gallery, camera and files. */
export function AttachButton({ isDisabled, onFiles }: AttachButtonProps) {
  const t = useText('composer');
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const pictures = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);

  function press(): void {
    if (!window.matchMedia('(pointer: coarse)').matches) files.current?.click();
    else if (menu.current && button.current) openAbove(menu.current, button.current, 'left');
  }

  function choose(input: HTMLInputElement | null): void {
    menu.current?.hidePopover();
    input?.click();
  }

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    onFiles([...(currentTarget.files ?? [])]);
    // Resetting the value lets the user choose the same file again after removing it.
    currentTarget.value = '';
  }

  const hidden = { type: 'file', hidden: true, tabIndex: -1, onChange: take } as const;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${styles.round} ${styles.clip}`}
        aria-label={t('composer.attach')}
        title={t('composer.attach')}
        disabled={isDisabled}
        onClick={press}
      >
        <IconPaperclip size={24} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
      <input ref={files} {...hidden} multiple data-attach="file" />
      <input ref={pictures} {...hidden} multiple accept={PICTURES} data-attach="media" />
      <input ref={camera} {...hidden} accept="image/*,video/*" capture="environment" data-attach="camera" />
      <div
        ref={menu}
        id={`${id}-menu`}
        popover="auto"
        role="dialog"
        aria-label={t('composer.attach')}
        className={styles.menu}
      >
        <button type="button" className={menuRow} onClick={() => choose(pictures.current)}>
          <IconPhoto {...ICON} />
          {t('composer.attach.media')}
        </button>
        <button type="button" className={menuRow} onClick={() => choose(camera.current)}>
          <IconCamera {...ICON} />
          {t('composer.attach.camera')}
        </button>
        <button type="button" className={menuRow} onClick={() => choose(files.current)}>
          <IconFile {...ICON} />
          {t('composer.attach.file')}
        </button>
      </div>
    </>
  );
}
