import { lazy, Suspense } from 'react';

export interface PhotoDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Called with the new photo, or null after removal. */
  onSaved: (photo: string | null) => void;
  hasPhoto?: boolean;
}

const PhotoEditor = lazy(() => import('./photo-editor.tsx').then((module) => ({ default: module.PhotoEditor })));

export function PhotoDialog({ isOpen, ...editor }: PhotoDialogProps) {
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <PhotoEditor {...editor} />
    </Suspense>
  );
}
