import { IconLock } from 'virtual:icons';
import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { AuthLayout } from '../auth-layout.tsx';

/** In place of the pages of the registration while the operator has closed it. */
export function RegistrationClosed() {
  const t = useText('registration');
  return (
    <AuthLayout>
      <PageHead title={`${t('registration.closed.title')} · ${t('frame.name')}`} noIndex />
      <Notice
        heading="h1"
        icon={<IconLock size={40} stroke={1.5} />}
        title={t('registration.closed.title')}
        text={t('registration.closed.text')}
      >
        <Link to="/auth" className={button('primary')}>
          {t('registration.closed.signIn')}
        </Link>
      </Notice>
    </AuthLayout>
  );
}
