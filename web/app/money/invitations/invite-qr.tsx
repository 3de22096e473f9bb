import { IconDownload, IconPrinter } from 'virtual:icons';
import { useMemo } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
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
  const picture = useMemo(() => drawQr(link), [link]);

  async function save(kind: 'svg' | 'png'): Promise<void> {
    const file = kind === 'svg' ? toSvgFile(picture) : await toPngFile(picture);
    if (file === null) toast.error(t('frame.error.generic'));
    else saveFile(file, `okolo-${code}.${kind}`);
  }

  return (
    <Dialog className={styles.poster} title={t('invitations.qr.title')} hasClose onClose={onClose}>
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
    </Dialog>
  );
}
