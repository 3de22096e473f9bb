import { IconCamera, IconPhotoUp, IconTrash } from 'virtual:icons';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { usersApi } from '#contract/people/users';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { RootData } from '../../../platform/root-data.ts';
import { button } from '../../../ui/button.ts';
import { Dialog, DialogActions, DialogText } from '../../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { type CropArea, cropPhoto } from './crop-photo.ts';
import { PhotoCamera } from './photo-camera.tsx';
import type { PhotoDialogProps } from './photo-dialog.tsx';
import styles from './photo-editor.module.css';
import { findPicture, openPortrait } from './pick-portrait.ts';

const PhotoCropper = lazy(() => import('./photo-cropper.tsx').then((module) => ({ default: module.PhotoCropper })));

type Step = { name: 'pick' } | { name: 'camera' } | { name: 'crop'; url: string } | { name: 'remove' };
type Trouble = 'unreadable' | 'notPicture';

export function PhotoEditor({ onClose, onSaved, hasPhoto = false }: Omit<PhotoDialogProps, 'isOpen'>) {
  const t = useText('settings');
  const userId = useRouteLoaderData<RootData>('root')?.viewer?.user_id ?? 0;
  const [step, setStep] = useState<Step>({ name: 'pick' });
  const [isReading, setReading] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [progress, setProgress] = useState(0);
  const { isSending, submit } = useSubmit();
  const url = step.name === 'crop' ? step.url : null;

  useEffect(() => {
    if (url === null) return;
    return () => URL.revokeObjectURL(url);
  }, [url]);

  async function open(photo: Blob | undefined): Promise<void> {
    if (photo === undefined) return setTrouble('notPicture');
    setReading(true);
    setTrouble(null);
    try {
      setStep({ name: 'crop', url: URL.createObjectURL(await openPortrait(photo)) });
    } catch {
      setStep({ name: 'pick' });
      setTrouble('unreadable');
    } finally {
      setReading(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the listener lives as long as the window; `open` only sets state
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const photo = findPicture(event.clipboardData?.files);
      if (photo === undefined) return;
      event.preventDefault();
      void open(photo);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);

  const save = (photo: Blob | null, done: string): Promise<void> =>
    submit(async () => {
      setProgress(0);
      const change = photo === null ? { body: { photo_removed: 1 as const } } : { files: { photo } };
      const saved = await call(usersApi.change, { params: { id: userId }, ...change, onProgress: setProgress });
      toast.success(done);
      onSaved(saved.photo);
      onClose();
    });

  async function crop(area: CropArea, degrees: number): Promise<void> {
    if (url === null) return;
    const photo = await cropPhoto(url, area, degrees).catch(() => null);
    if (photo === null) return setTrouble('unreadable');
    await save(photo, t('settings.photo.done'));
  }

  const back = (): void => setStep({ name: 'pick' });
  return (
    <Dialog
      className={styles.dialog}
      title={t(step.name === 'remove' ? 'settings.photo.removeQuestion' : 'settings.photo.title')}
      hasClose
      closeLabel={t('settings.photo.close')}
      onClose={onClose}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void open(findPicture(event.dataTransfer.files));
      }}
    >
      {step.name === 'pick' && (
        <PhotoSources
          isReading={isReading}
          trouble={trouble}
          hasPhoto={hasPhoto}
          onFile={(file) => void open(findPicture(file))}
          onCamera={() => setStep({ name: 'camera' })}
          onRemove={() => setStep({ name: 'remove' })}
        />
      )}
      {step.name === 'camera' && <PhotoCamera onShot={(photo) => void open(photo)} onBack={back} />}
      {step.name === 'crop' && (
        <Suspense fallback={<div className={styles.stage} aria-busy="true" />}>
          <PhotoCropper
            url={step.url}
            progress={isSending ? progress : null}
            onBack={back}
            onSave={(...cut) => void crop(...cut)}
          />
        </Suspense>
      )}
      {step.name === 'remove' && (
        <Removal isSending={isSending} onBack={back} onRemove={() => void save(null, t('settings.photo.removed'))} />
      )}
    </Dialog>
  );
}

interface PhotoSourcesProps {
  isReading: boolean;
  trouble: Trouble | null;
  hasPhoto: boolean;
  onFile: (files: FileList | null) => void;
  onCamera: () => void;
  onRemove: () => void;
}

function PhotoSources({ isReading, trouble, hasPhoto, onFile, onCamera, onRemove }: PhotoSourcesProps) {
  const t = useText('settings');
  const input = useRef<HTMLInputElement>(null);
  const hasCamera = navigator.mediaDevices?.getUserMedia !== undefined;
  return (
    <>
      <div className={styles.drop} aria-busy={isReading}>
        <IconPhotoUp size={40} stroke={1.5} aria-hidden="true" />
        <p>{t(isReading ? 'settings.photo.reading' : 'settings.photo.drop')}</p>
        <p className="dim">{t('settings.photo.formats')}</p>
      </div>
      {trouble && (
        <p role="alert" className={styles.trouble}>
          {t(`settings.photo.${trouble}`)}
        </p>
      )}
      <div className={styles.sources}>
        <button type="button" className={button('primary')} disabled={isReading} onClick={() => input.current?.click()}>
          <IconPhotoUp size={20} stroke={ICON_STROKE} aria-hidden="true" />
          {t('settings.photo.choose')}
        </button>
        {hasCamera && (
          <button type="button" className={button('plain')} disabled={isReading} onClick={onCamera}>
            <IconCamera size={20} stroke={ICON_STROKE} aria-hidden="true" />
            {t('settings.photo.camera')}
          </button>
        )}
        {hasPhoto && (
          <button type="button" className={button('quiet')} disabled={isReading} onClick={onRemove}>
            <IconTrash size={20} stroke={ICON_STROKE} aria-hidden="true" />
            {t('settings.photo.remove')}
          </button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*,.heic,.heif"
        hidden
        aria-label={t('settings.photo.choose')}
        onChange={({ target }) => {
          onFile(target.files);
          target.value = '';
        }}
      />
    </>
  );
}

interface RemovalProps {
  isSending: boolean;
  onBack: () => void;
  onRemove: () => void;
}

function Removal({ isSending, onBack, onRemove }: RemovalProps) {
  const t = useText('settings');
  return (
    <>
      <DialogText>{t('settings.photo.removeText')}</DialogText>
      <DialogActions onCancel={onBack}>
        <button type="button" className={button('danger')} disabled={isSending} onClick={onRemove}>
          {t('settings.photo.remove')}
        </button>
      </DialogActions>
    </>
  );
}
