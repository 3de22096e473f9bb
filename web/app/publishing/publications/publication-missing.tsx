import { IconPhotoOff } from 'virtual:icons';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { socialAddress } from './publication-address.ts';

export function PublicationMissing({ reason, userId }: { reason: 'gone' | 'missing'; userId: number }) {
  const t = useText('posts');
  return (
    <div className="wrap">
      <PageHead title={t(`posts.${reason}.title`)} noIndex />
      <Notice
        heading="h1"
        tone="gold"
        icon={<IconPhotoOff size={40} stroke={1.5} />}
        title={t(`posts.${reason}.title`)}
        text={t(`posts.${reason}.text`)}
      >
        <Link to={socialAddress(userId)} className={button('light')}>
          {t('posts.gone.more')}
        </Link>
      </Notice>
    </div>
  );
}
