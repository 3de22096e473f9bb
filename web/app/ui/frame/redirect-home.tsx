import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { toast } from '../toast/toast.ts';

/** Redirects to the main page, which shows why the requested page failed. */
export function RedirectHome({ failure }: { failure: string }) {
  const t = useText();
  const navigate = useNavigate();
  useEffect(() => {
    toast.error(failure);
    void navigate('/', { replace: true });
  }, [failure, navigate]);
  return (
    <noscript>
      <p className="wrap">
        {failure}. <a href="/">{t('frame.toHome')}</a>
      </p>
    </noscript>
  );
}
