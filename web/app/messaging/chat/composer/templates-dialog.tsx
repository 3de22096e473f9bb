import { IconSettings } from 'virtual:icons';
import { Link } from 'react-router';
import { sellerSettingsApi } from '#contract/market/seller-settings';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useLoaded } from '../../../platform/use-loaded.ts';
import { button } from '../../../ui/button.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from './composer-dialogs.module.css';

interface TemplatesDialogProps {
  onPick: (content: string) => void;
  onClose: () => void;
}

export function TemplatesDialog({ onPick, onClose }: TemplatesDialogProps) {
  const t = useText('composer');
  const {
    value: settings,
    hasFailed,
    retry,
  } = useLoaded('seller', (signal) => call(sellerSettingsApi.get, { signal }));
  return (
    <Dialog title={t('composer.templates')} hasClose closesOutside onClose={onClose}>
      {hasFailed && (
        <p className="small" role="alert">
          {t('composer.templates.failed')}{' '}
          <button type="button" className="link" onClick={retry}>
            {t('composer.templates.retry')}
          </button>
        </p>
      )}
      {settings?.templates.length === 0 && <p className="small">{t('composer.templates.none')}</p>}
      <ul className={styles.templates} aria-busy={settings === null && !hasFailed}>
        {settings?.templates.map(({ title, content }) => (
          <li key={`${title} ${content}`}>
            <button type="button" className={styles.template} onClick={() => onPick(content)}>
              <b className="clip1">{title}</b>
              <span>{content}</span>
            </button>
          </li>
        ))}
      </ul>
      <Link to="/profile/seller#templates" className={`${button('quiet', 'small')} ${styles.manage}`}>
        <IconSettings size={18} stroke={ICON_STROKE} aria-hidden="true" />
        {t('composer.templates.manage')}
      </Link>
    </Dialog>
  );
}
