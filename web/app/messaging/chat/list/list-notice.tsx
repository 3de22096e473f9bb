import {
  IconArchive,
  IconCloudOff,
  IconMailQuestion,
  IconMessageCircle,
  IconRefresh,
  IconSearchOff,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { Notice } from '../../../ui/notice.tsx';

interface ListNoticeProps {
  of: 'main' | 'requests' | 'archive' | 'found' | 'failed';
  onRetry?: () => void;
}

const ICONS = {
  main: IconMessageCircle,
  requests: IconMailQuestion,
  archive: IconArchive,
  found: IconSearchOff,
} as const;

export function ListNotice({ of, onRetry }: ListNoticeProps) {
  const t = useText('chats');
  if (of === 'failed')
    return (
      <div role="alert">
        <Notice
          tone="berry"
          icon={<IconCloudOff size={40} stroke={1.5} />}
          title={t('chats.failed')}
          text={t('frame.error.network')}
        >
          <button type="button" className={button('plain')} onClick={onRetry}>
            <IconRefresh size={17} stroke={ICON_STROKE} aria-hidden="true" />
            {t('frame.retry')}
          </button>
        </Notice>
      </div>
    );
  const Icon = ICONS[of];
  return (
    <Notice
      icon={<Icon size={40} stroke={1.5} />}
      title={t(`chats.empty.${of}.title`)}
      text={t(`chats.empty.${of}.text`)}
    >
      {of === 'main' && (
        <>
          <Link to="/circle" className={button('light')}>
            {t('chats.empty.main.circle')}
          </Link>
          <Link to="/" className={button('plain')}>
            {t('chats.empty.main.ads')}
          </Link>
        </>
      )}
    </Notice>
  );
}
