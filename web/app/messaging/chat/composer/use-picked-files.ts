import type { ChatFileKind } from '@app/contract/messaging/chat-files';
import { useEffect, useRef, useState } from 'react';
import { MESSAGE_FILES_MAX } from '#contract/messaging/chat';
import { CHAT_FILE_MAX_BYTES } from '#contract/messaging/chat-files';
import { preparePhoto } from '../../../files/media/prepare-photo.ts';
import { formatBytes } from '../../../platform/format/format-bytes.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { randomKey } from '../../../platform/random-key.ts';
import { toast } from '../../../ui/toast/toast.ts';
import type { NewFile } from '../engine/chat-types.ts';
import { kindOf, pickFiles, type RejectedFile } from './picked-files.ts';

export interface PickedFile {
  key: string;
  file: File;
  kind: ChatFileKind;
  previewUrl: string | null;
}

function revokePreviews(files: readonly PickedFile[]): void {
  for (const { previewUrl } of files) if (previewUrl !== null) URL.revokeObjectURL(previewUrl);
}

export function usePickedFiles() {
  const t = useText('composer');
  const lang = useLanguage();
  const [files, setFiles] = useState<readonly PickedFile[]>([]);
  const [isRaw, setRaw] = useState(false);
  const latest = useRef(files);
  latest.current = files;
  // Several selections may happen before the next render.
  const updateFiles = (next: readonly PickedFile[]): void => {
    latest.current = next;
    setFiles(next);
  };

  useEffect(() => () => revokePreviews(latest.current), []);

  function showRejection({ reason, name, max }: RejectedFile): void {
    const shown = reason === 'tooLarge' ? formatBytes(lang, max) : max;
    toast.error(t(`composer.files.${reason}`, { name, max: shown }));
  }

  function add(chosen: readonly File[]): void {
    const { accepted, rejected } = pickFiles(chosen, MESSAGE_FILES_MAX - latest.current.length);
    updateFiles([
      ...latest.current,
      ...accepted.map((file) => {
        const kind = kindOf(file);
        const isShown = kind === 'image' || kind === 'video';
        return { key: randomKey(), file, kind, previewUrl: isShown ? URL.createObjectURL(file) : null };
      }),
    ]);
    for (const rejectedFile of rejected) showRejection(rejectedFile);
  }

  function remove(key: string): void {
    revokePreviews(latest.current.filter((one) => one.key === key));
    updateFiles(latest.current.filter((one) => one.key !== key));
  }

  function clear(): void {
    revokePreviews(latest.current);
    updateFiles([]);
    setRaw(false);
  }

  /**
   * Prepares the files for sending. An image that cannot be converted here is sent as a plain file, if its size allows.
   */
  async function prepare(): Promise<NewFile[]> {
    const prepared: NewFile[] = [];
    for (const { file, kind } of latest.current) {
      const picture = kind === 'image' && !isRaw ? await preparePhoto(file) : null;
      if (picture) prepared.push({ file: picture, name: picture.name });
      else if (file.size > CHAT_FILE_MAX_BYTES.image && kind === 'image')
        showRejection({ reason: 'tooLarge', name: file.name, max: CHAT_FILE_MAX_BYTES.image });
      else prepared.push({ file, name: file.name, ...(kind === 'image' && { asFile: true }) });
    }
    return prepared;
  }

  return { files, isRaw, setRaw, add, remove, clear, prepare };
}

export type PickedFiles = ReturnType<typeof usePickedFiles>;
