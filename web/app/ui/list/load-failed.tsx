import { IconCloudOff, IconRefresh } from 'virtual:icons';
import { useRevalidator } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../button.ts';
import { ICON_STROKE } from '../icon.ts';
import { Notice } from '../notice.tsx';

interface LoadFailedProps {
  title: string;
  text?: string;
  heading?: 'h3' | undefined;
  onRetry: () => void;
}

/** Says that a list was not loaded; `onRetry` loads it again. */
export function RetryNotice({ title, text, heading, onRetry }: LoadFailedProps) {
  const t = useText();
  return (
    <Notice
      heading={heading}
      tone="berry"
      icon={<IconCloudOff size={40} stroke={1.5} />}
      title={title}
      text={text ?? t('frame.error.network')}
    >
      <button type="button" className={button('plain')} onClick={onRetry}>
        <IconRefresh size={17} stroke={ICON_STROKE} aria-hidden="true" />
        {t('frame.retry')}
      </button>
    </Notice>
  );
}

export function LoadFailed(props: Omit<LoadFailedProps, 'onRetry'>) {
  const { revalidate } = useRevalidator();
  return <RetryNotice {...props} onRetry={() => void revalidate()} />;
}
