import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useRevalidator } from 'react-router';
import { useText } from '../platform/i18n.tsx';
import { button } from '../ui/button.ts';
import { ICON_STROKE } from '../ui/icon.ts';
import { Notice } from '../ui/notice.tsx';

/** In place of a list of ads that could not be loaded. `heading` where the list has a title of its own above. */
export function ListFailed({ heading }: { heading?: 'h3' }) {
  const t = useText();
  const { revalidate } = useRevalidator();
  return (
    <Notice
      heading={heading}
      tone="berry"
      icon={<IconCloudOff size={40} stroke={1.5} />}
      title={t('ads.list.failed')}
      text={t('frame.error.network')}
    >
      <button type="button" className={button('plain')} onClick={() => void revalidate()}>
        <IconRefresh size={17} stroke={ICON_STROKE} aria-hidden="true" />
        {t('frame.retry')}
      </button>
    </Notice>
  );
}
