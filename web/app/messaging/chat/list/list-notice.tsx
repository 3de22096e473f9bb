import { IconArchive, IconMailQuestion, IconMessageCircle, IconSearchOff } from 'virtual:icons';
import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { RetryNotice } from '../../../ui/list/load-failed.tsx';
import { Notice } from '../../../ui/notice.tsx';

interface ListNoticeProps {
  of: 'main' | 'requests' | 'archive' | 'found' | 'failed';
  onRetry: () => void;
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
        <RetryNotice title={t('chats.failed')} onRetry={onRetry} />
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
