import { IconShare3 } from 'virtual:icons';
import { useEffect, useState } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { iconButton } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './person-card.module.css';
import { CopyRow } from './person-contacts.tsx';

/** `/@login` of the viewer. Others are not shown it: a login is half of what signs its owner in. */
export function ShortAddress({ login, publicUrl }: { login: string; publicUrl: string }) {
  const t = useText('person');
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare('share' in navigator), []);
  const path = `/@${login}`;
  const url = `${publicUrl}${encodeURI(path)}`;

  async function share(): Promise<void> {
    try {
      await navigator.share({ url });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.error(t('frame.error.generic'));
    }
  }

  return (
    <CopyRow
      label={t('person.short')}
      value={url}
      shown={`${publicUrl.replace(/^https?:\/\//, '')}${path}`}
      copyLabel={t('person.short.copy')}
      done={t('person.short.copied')}
    >
      {canShare && (
        <button
          type="button"
          className={`${iconButton} ${styles.share}`}
          aria-label={t('person.short.share')}
          title={t('person.short.share')}
          onClick={() => void share()}
        >
          <IconShare3 size={18} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      )}
    </CopyRow>
  );
}
