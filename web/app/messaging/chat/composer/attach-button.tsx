import { IconCamera, IconFile, IconPaperclip, IconPhoto } from 'virtual:icons';
import { type ChangeEvent, useRef } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { Cached } from '../../../ui/cached.tsx';
import { MenuItem } from '../../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from './composer.module.css';
import { openAbove } from './pop-menu.ts';

interface AttachButtonProps {
  isDisabled: boolean;
  onFiles: (files: readonly File[]) => void;
}

const PICTURES = 'image/*,video/*,.heic,.heif';

/** Opens the file dialog with a mouse; on phones it offers gallery, camera and files. */
export function AttachButton({ isDisabled, onFiles }: AttachButtonProps) {
  const t = useText('composer');
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
      <Cached
        as="div"
        name="attach menu"
        by=""
        ref={menu}
        popover="auto"
        role="dialog"
        aria-label={t('composer.attach')}
        className={styles.menu}
      >
        <MenuItem icon={IconPhoto} onClick={() => choose(pictures.current)}>
          {t('composer.attach.media')}
        </MenuItem>
        <MenuItem icon={IconCamera} onClick={() => choose(camera.current)}>
          {t('composer.attach.camera')}
        </MenuItem>
        <MenuItem icon={IconFile} onClick={() => choose(files.current)}>
          {t('composer.attach.file')}
        </MenuItem>
      </Cached>
    </>
  );
}
