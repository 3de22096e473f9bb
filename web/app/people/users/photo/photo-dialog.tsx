import { lazy, Suspense } from 'react';

export interface PhotoDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The viewer's own photo is another now, or none. */
  onSaved: (photo: string | null) => void;
  /** Whether there is a photo to remove. */
  hasPhoto?: boolean;
}

// What draws and sends a photo is only for those who change theirs.
const PhotoEditor = lazy(() => import('./photo-editor.tsx').then((module) => ({ default: module.PhotoEditor })));

/** The window in which a person changes their own photo: from a file, the clipboard or the camera, cropped and turned. */
export function PhotoDialog({ isOpen, ...editor }: PhotoDialogProps) {
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <PhotoEditor {...editor} />
    </Suspense>
  );
}
