import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { toast } from '../toast/toast.ts';

/** A page that cannot be shown says why on the main page. */
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
