import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useRevalidator } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../button.ts';
import { ICON_STROKE } from '../icon.ts';
import { Notice } from '../notice.tsx';

interface LoadFailedProps {
  title: string;
  heading?: 'h3' | undefined;
}

export function LoadFailed({ title, heading }: LoadFailedProps) {
  const t = useText();
  const { revalidate } = useRevalidator();
  return (
    <Notice
      heading={heading}
      tone="berry"
      icon={<IconCloudOff size={40} stroke={1.5} />}
      title={title}
      text={t('frame.error.network')}
    >
      <button type="button" className={button('plain')} onClick={() => void revalidate()}>
        <IconRefresh size={17} stroke={ICON_STROKE} aria-hidden="true" />
        {t('frame.retry')}
      </button>
    </Notice>
  );
}
