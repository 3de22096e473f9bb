import { IconArrowLeft, IconArrowRight, IconPhoto, IconRefresh, IconStar, IconVideo, IconX } from 'virtual:icons';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { PUBLISH_ALT_MAX } from '#contract/publishing/publications';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { IconButton, TextButton } from '../../../ui/buttons.tsx';
import { useIsOnline } from '../../../ui/hooks/use-is-online.ts';
import type { FormFile } from './form-file.ts';
import styles from './media-row.module.css';
import { PosterField } from './poster-field.tsx';
import type { PublicationFiles } from './publication-files.ts';

interface MediaRowProps {
  file: FormFile;
  number: number;
  count: number;
  isDisabled: boolean;
  actions: PublicationFiles;
  onMove: (by: -1 | 1) => void;
  onCover: () => void;
  onRemove: () => void;
}

export function MediaRow({ file, number, count, isDisabled, actions, onMove, onCover, onRemove }: MediaRowProps) {
  const t = useText('make-post');
  const id = useId();
  const isVideo = file.kind === 'video';
  const name = isVideo ? t('make-post.files.video') : t('make-post.files.photo', { number });
  return (
    <div className={styles.row} data-kind={file.kind}>
      <div className={styles.picture}>
        {isVideo ? (
          <PosterField file={file} isDisabled={isDisabled} onPoster={(ms) => actions.setPoster(file.key, ms)} />
        ) : (
          <FilePreview file={file} name={name} />
        )}
        {!isVideo && number === 1 && count > 1 && <span className={styles.cover}>{t('make-post.files.cover')}</span>}
      </div>
      <div className={styles.side}>
        <label htmlFor={`${id}-alt`}>{isVideo ? t('make-post.alt.video') : t('make-post.alt.photo', { number })}</label>
        <textarea
          id={`${id}-alt`}
          className={styles.alt}
          rows={2}
          maxLength={PUBLISH_ALT_MAX}
          placeholder={t('make-post.alt.hint')}
          value={file.alt}
          disabled={isDisabled}
          onChange={({ currentTarget }) => actions.setAlt(file.key, currentTarget.value)}
        />
        {(file.state === 'sending' || file.state === 'waiting') && (
          <progress
            className={styles.progress}
            value={file.share}
            aria-label={t('make-post.file.progress', { name: file.name })}
          />
        )}
        <FileStateText file={file} actions={actions} isDisabled={isDisabled} />
      </div>
      {!isDisabled && (
        <div className={styles.tools}>
          <Tool label={t('make-post.files.remove', { name })} icon={IconX} onPress={onRemove} />
          {number > 1 && (
            <Tool
              label={t('make-post.files.moveBack', { number })}
              icon={IconArrowLeft}
              move={-1}
              onPress={() => onMove(-1)}
            />
          )}
          {number < count && (
            <Tool
              label={t('make-post.files.moveOn', { number })}
              icon={IconArrowRight}
              move={1}
              onPress={() => onMove(1)}
            />
          )}
          {number > 2 && <Tool label={t('make-post.files.makeCover', { number })} icon={IconStar} onPress={onCover} />}
        </div>
      )}
    </div>
  );
}

function FilePreview({ file, name }: { file: FormFile; name: string }) {
  const [broken, setBroken] = useState('');
  if (file.src === '' || broken === file.src) {
    const Icon = file.kind === 'video' ? IconVideo : IconPhoto;
    return (
      <span className={styles.none} role="img" aria-label={name}>
        <Icon size={32} stroke={1.5} aria-hidden="true" />
      </span>
    );
  }
  return <img src={file.src} alt={name} draggable={false} onError={() => setBroken(file.src)} />;
}

interface ToolProps {
  label: string;
  icon: typeof IconX;
  move?: -1 | 1;
  onPress: () => void;
}

function Tool({ label, icon: ToolIcon, move, onPress }: ToolProps) {
  return (
    <IconButton
      icon={ToolIcon}
      label={label}
      size={18}
      hasTooltip
      className={styles.tool}
      data-move={move}
      onClick={onPress}
    />
  );
}

const percentOf = (share: number): number => Math.floor(share * 100);

interface FileStateTextProps {
  file: FormFile;
  actions: PublicationFiles;
  isDisabled: boolean;
}

function FileStateText({ file, actions, isDisabled }: FileStateTextProps) {
  const t = useText('make-post');
  const name = file.name || t('make-post.files.video');
  if (file.state === 'failed') {
    const reason = file.isUnreadable ? t('make-post.files.unreadable', { name }) : file.failure;
    return (
      <div className={styles.state} data-tone="error" role="alert">
        <span>{[t('make-post.file.failed'), reason].filter(Boolean).join('. ')}</span>
        {!file.isUnreadable && (
          <TextButton
            icon={IconRefresh}
            size={18}
            text={t('frame.retry')}
            className={button('plain', 'small')}
            aria-label={t('make-post.file.retry', { name })}
            disabled={isDisabled}
            onClick={() => actions.retry(file.key)}
          />
        )}
      </div>
    );
  }
  if (file.state === 'missing') return <MissingFile file={file} actions={actions} isDisabled={isDisabled} />;
  return (
    <p className={styles.state}>
      <Progress file={file} />
    </p>
  );
}

function Progress({ file: { state, share, stored } }: { file: FormFile }) {
  const t = useText('make-post');
  const isOnline = useIsOnline();
  if (state === 'preparing') return t('make-post.file.preparing');
  if (state === 'waiting') return t(isOnline ? 'make-post.file.waiting' : 'make-post.file.offline');
  if (state === 'sending')
    return isOnline ? t('make-post.file.sending', { percent: percentOf(share) }) : t('make-post.file.offline');
  if (state === 'storing') return t('make-post.file.storing');
  if (stored?.kind !== 'video') return null;
  if (stored.state === 'processing') {
    return (
      <>
        {t('make-post.file.processing', { percent: stored.progress })}
        <br />
        {t('make-post.file.processing.note')}
      </>
    );
  }
  if (stored.state === 'failed') return t('make-post.file.processing.failed');
  return stored.state === 'ready' ? t('make-post.file.ready') : null;
}

function MissingFile({ file, actions, isDisabled }: FileStateTextProps) {
  const t = useText('make-post');
  const input = useRef<HTMLInputElement>(null);
  const [isOther, setOther] = useState(false);

  function handleChoice(event: ChangeEvent<HTMLInputElement>): void {
    const [chosen] = event.target.files ?? [];
    event.target.value = '';
    if (chosen) setOther(!actions.choose(file.key, chosen));
  }

  return (
    <div className={styles.state} data-tone={isOther ? 'error' : undefined}>
      <span role="status">
        <b>{file.name}</b>
        <br />
        {isOther ? t('make-post.file.other', { name: file.name }) : t('make-post.file.missing')}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        accept={file.kind === 'video' ? 'video/*,.mov,.mkv,.avi,.ogv' : 'image/*,.heic,.heif'}
        aria-label={t('make-post.file.choose.of', { name: file.name })}
        onChange={handleChoice}
      />
      <TextButton
        text={t('make-post.file.choose')}
        className={button('light', 'small')}
        aria-label={t('make-post.file.choose.of', { name: file.name })}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      />
    </div>
  );
}
