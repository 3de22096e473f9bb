import { IconDownload, IconPrinter, IconX } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useRef } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { button, iconButton } from '../../ui/button.ts';
import dialog from '../../ui/dialog.module.css';
import { drawQr } from '../../ui/draw-qr.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './invite-qr.module.css';
import { toPngFile, toSvgFile } from './qr-file.ts';

interface InviteQrProps {
  link: string;
  code: string;
  onClose: () => void;
}

export function InviteQr({ link, code, onClose }: InviteQrProps) {
  const t = useText('invitations');
  const titleId = useId();
  const frame = useRef<HTMLDialogElement>(null);
  const picture = useMemo(() => drawQr(link), [link]);
  useEffect(() => frame.current?.showModal(), []);

  async function save(kind: 'svg' | 'png'): Promise<void> {
    const file = kind === 'svg' ? toSvgFile(picture) : await toPngFile(picture);
    if (file === null) toast.error(t('frame.error.generic'));
    else saveFile(file, `okolo-${code}.${kind}`);
  }

  return (
    <dialog ref={frame} className={`${dialog.dialog} ${styles.poster}`} aria-labelledby={titleId} onClose={onClose}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {t('invitations.qr.title')}
        </h2>
        <button
          type="button"
          className={iconButton}
          aria-label={t('frame.close')}
          onClick={() => frame.current?.close()}
        >
          <IconX size={20} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      </div>
      <p className={styles.call}>{t('invitations.qr.poster')}</p>
      <svg
        className={styles.picture}
        viewBox={`0 0 ${picture.size} ${picture.size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={t('invitations.qr.image', { link })}
      >
        <path d={picture.path} />
      </svg>
      <p className={styles.code}>{code}</p>
      <p className={styles.text}>{t('invitations.qr.text')}</p>
      <p className={styles.printed}>{t('invitations.qr.posterText')}</p>
      <p className={styles.link}>{link}</p>
      <div className={styles.actions}>
        <button type="button" className={button('primary')} onClick={() => void save('png')}>
          <IconDownload size={19} stroke={ICON_STROKE} aria-hidden="true" />
          {t('invitations.qr.png')}
        </button>
        <button type="button" className={button('plain')} onClick={() => void save('svg')}>
          <IconDownload size={19} stroke={ICON_STROKE} aria-hidden="true" />
          {t('invitations.qr.svg')}
        </button>
        <button type="button" className={button('plain')} onClick={() => print()}>
          <IconPrinter size={19} stroke={ICON_STROKE} aria-hidden="true" />
          {t('invitations.qr.print')}
        </button>
      </div>
    </dialog>
  );
}
