import { IconFile, IconRefresh, IconX } from 'virtual:icons';
import type { ChatFile } from '@app/contract/messaging/chat-files';
import { type ReactNode, Suspense, useState } from 'react';
import { averageColor } from '../../../../market/ads/thumbhash-color.ts';
import { formatBytes } from '../../../../platform/format/format-bytes.ts';
import { useLanguage, useText } from '../../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../../ui/icon.ts';
import { lazyPart, quietPart } from '../../../../ui/lazy-part.ts';
import { VoiceNote } from '../../../voice-notes/voice-note.tsx';
import type { OutgoingFile } from '../../engine/chat-types.ts';
import { cancelFile, retryFile } from '../../engine/send.ts';
import { layOutAlbum, type PictureSize } from './album.ts';
import styles from './attachments.module.css';
import { AudioPlayer } from './audio-player.tsx';
import videoStyles from './chat-video.module.css';
import { DownloadLink } from './download-link.tsx';
import { UploadRing } from './upload-ring.tsx';
import { videoPlace } from './video-place.ts';

const ChatPhotoViewer = lazyPart(async () => (await import('./chat-photo-viewer.tsx')).ChatPhotoViewer);

const ChatVideo = quietPart(async () => (await import('./chat-video.tsx')).ChatVideo);

const SMALL = 400;
const LARGE = 1600;

interface AlbumProps<Picture> {
  pictures: readonly Picture[];
  children: (picture: Picture, index: number) => ReactNode;
}

function Album<Picture extends PictureSize>({ pictures, children }: AlbumProps<Picture>) {
  return (
    <div className={styles.album} data-count={pictures.length}>
      {layOutAlbum(pictures).map((cells) => (
        <div key={cells[0]?.index} className={styles.row}>
          {cells.map(({ picture, index, ratio: own }) => (
            <div key={index} className={styles.cell} style={{ flexGrow: own, aspectRatio: own }}>
              {children(picture, index)}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function Photos({ photos }: { photos: readonly ChatFile[] }) {
  const t = useText('chat');
  const [opened, setOpened] = useState<number | null>(null);
  const count = photos.length;
  return (
    <>
      <Album pictures={photos}>
        {(photo, index) => (
          <button
            type="button"
            className={styles.photo}
            style={{ backgroundColor: averageColor(photo.thumbhash) }}
            aria-label={t('chat.photo.open', { number: index + 1, count })}
            onClick={() => setOpened(index)}
          >
            <img
              src={photo.preview ?? photo.url}
              srcSet={photo.preview ? `${photo.preview} ${SMALL}w, ${photo.url} ${LARGE}w` : undefined}
              sizes={count === 1 ? '320px' : '200px'}
              alt=""
              decoding="async"
              draggable={false}
            />
          </button>
        )}
      </Album>
      {opened !== null && (
        <Suspense>
          <ChatPhotoViewer photos={photos} start={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}

interface FileRowProps {
  file: { name: string; bytes: number };
  mark?: ReactNode;
  children?: ReactNode;
}

function FileRow({ file, mark, children }: FileRowProps) {
  const lang = useLanguage();
  return (
    <div className={styles.file}>
      <span className={styles.mark}>{mark || <IconFile size={22} stroke={ICON_STROKE} aria-hidden="true" />}</span>
      <div className={styles.words}>
        <b>{file.name}</b>
        <small className="num">{formatBytes(lang, file.bytes)}</small>
      </div>
      {children}
    </div>
  );
}

interface AttachmentsProps {
  files: readonly ChatFile[];
  mine: boolean;
  name: string;
}

export function Attachments({ files, mine, name }: AttachmentsProps) {
  const photos = files.filter(({ kind }) => kind === 'image');
  return (
    <div className={styles.parts}>
      {photos.length > 0 && <Photos photos={photos} />}
      {files.map((file) => {
        if (file.kind === 'video')
          return (
            <Suspense key={file.id} fallback={<div className={videoStyles.player} style={videoPlace(file)} />}>
              <ChatVideo file={file} />
            </Suspense>
          );
        if (file.kind === 'audio') return <AudioPlayer key={file.id} file={file} />;
        if (file.kind === 'voice') return <VoiceNote key={file.id} file={file} mine={mine} name={name} />;
        if (file.kind !== 'file') return null;
        return (
          <FileRow key={file.id} file={file}>
            <DownloadLink file={file} />
          </FileRow>
        );
      })}
    </div>
  );
}

const shareOf = ({ state, sentBytes, bytes }: OutgoingFile): number =>
  state === 'done' ? 1 : bytes > 0 ? Math.min(1, sentBytes / bytes) : 0;

function UploadControl({ messageKey, file }: { messageKey: string; file: OutgoingFile }) {
  const t = useText('chat');
  if (file.state === 'done') return null;
  const { name } = file;
  const isFailed = file.state === 'failed';
  return (
    <button
      type="button"
      className={styles.control}
      aria-label={t(isFailed ? 'chat.upload.retry' : 'chat.upload.cancel', { name })}
      onClick={() => void (isFailed ? retryFile : cancelFile)(messageKey, file.key)}
    >
      {!isFailed && (
        <UploadRing
          share={shareOf(file)}
          label={t('chat.upload.progress', { name, percent: Math.round(shareOf(file) * 100) })}
        />
      )}
      {isFailed ? (
        <IconRefresh size={20} stroke={2} aria-hidden="true" />
      ) : (
        <IconX size={18} stroke={2} aria-hidden="true" />
      )}
    </button>
  );
}

function Failure({ messageKey, file }: { messageKey: string; file: OutgoingFile }) {
  const t = useText('chat');
  if (file.state !== 'failed') return null;
  return (
    <p className={styles.failure}>
      <span>{`${file.name}: ${file.failure || t('chat.tick.failed')}`}</span>
      <button type="button" className="link" onClick={() => void cancelFile(messageKey, file.key)}>
        {t('chat.upload.remove', { name: file.name })}
      </button>
    </p>
  );
}

function OutgoingPicture({ messageKey, file }: { messageKey: string; file: OutgoingFile }) {
  return (
    <div className={styles.photo}>
      {file.previewUrl !== null &&
        (file.kind === 'image' ? (
          <img src={file.previewUrl} alt="" draggable={false} />
        ) : (
          <video src={file.previewUrl} muted playsInline preload="metadata" tabIndex={-1} />
        ))}
      <UploadControl messageKey={messageKey} file={file} />
    </div>
  );
}

export function OutgoingFiles({ messageKey, files }: { messageKey: string; files: readonly OutgoingFile[] }) {
  const pictures = files.filter(({ kind }) => kind === 'image' || kind === 'video');
  const others = files.filter((file) => !pictures.includes(file));
  return (
    <div className={styles.parts}>
      {pictures.length > 0 && (
        <Album pictures={pictures}>{(file) => <OutgoingPicture messageKey={messageKey} file={file} />}</Album>
      )}
      {others.map((file) => (
        <FileRow
          key={file.key}
          file={file}
          mark={file.state !== 'done' && <UploadControl messageKey={messageKey} file={file} />}
        />
      ))}
      {files.map((file) => (
        <Failure key={file.key} messageKey={messageKey} file={file} />
      ))}
    </div>
  );
}
