import { IconCircleCheck, IconExternalLink } from 'virtual:icons';
import type { AwaitedDocument } from '@app/contract/people/consents';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { CONSENT_PAGES, consentsApi } from '#contract/people/consents';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { closeDialog, Dialog, DialogText, dialogActions } from '../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './acceptance-dialog.module.css';
import { postpone } from './acceptance-prompt.ts';
import { formatVersion } from './format-version.ts';

const loadAwaited = async () => (await call(consentsApi.listAwaited)).awaited;

/** Names what is new and lets the viewer read, accept one by one, put it off, take the data along or leave. */
export function AcceptanceDialog({ onClose }: { onClose: () => void }) {
  const t = useText('data');
  const [awaited, setAwaited] = useState<readonly AwaitedDocument[] | null>(null);
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const { isSending, submit } = useSubmit();
  useEffect(() => {
    loadAwaited().then(
      (found) => (found.length === 0 ? onClose() : setAwaited(found)),
      // The next page asks again.
      onClose,
    );
  }, [onClose]);
  if (awaited === null) return null;

  const accept = ({ document, version }: AwaitedDocument): Promise<void> =>
    submit(async () => {
      await call(consentsApi.accept, { body: { document, version } });
      const known = new Set([...accepted, document]);
      setAccepted(known);
      if (awaited.some((one) => !known.has(one.document))) return;
      toast.success(t('data.consents.done'));
      onClose();
    });
  const close = (): void => {
    postpone(awaited.filter(({ document }) => !accepted.has(document)));
    onClose();
  };
  return (
    <Dialog title={t('data.ask.title')} onClose={close}>
      <DialogText>{t('data.ask.text')}</DialogText>
      <ul className={styles.list}>
        {awaited.map((one) => (
          <li key={one.document}>
            <h3>{t(`data.consents.${one.document}`)}</h3>
            <p className="caption">{t('data.ask.version', { version: formatVersion(one.version) })}</p>
            {one.changes !== '' && <p className={styles.changes}>{one.changes}</p>}
            <div className={styles.buttons}>
              <a
                href={CONSENT_PAGES[one.document]}
                target="_blank"
                rel="noreferrer"
                className={button('plain', 'small')}
              >
                {t('data.consents.read')}
                <IconExternalLink size={18} stroke={ICON_STROKE} aria-hidden="true" />
              </a>
              {accepted.has(one.document) ? (
                <span className={styles.done} role="status">
                  <IconCircleCheck size={20} stroke={ICON_STROKE} aria-hidden="true" />
                  {t('data.ask.accepted')}
                </span>
              ) : (
                <button
                  type="button"
                  className={button('primary', 'small')}
                  aria-busy={isSending}
                  aria-label={`${t('data.consents.accept')}: ${t(`data.consents.${one.document}`)}`}
                  onClick={() => void accept(one)}
                >
                  {t('data.consents.accept')}
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.otherwise}>
        {t('data.ask.otherwise')}{' '}
        <Link to="/profile/data" className="link" onClick={close}>
          {t('data.ask.export')}
        </Link>
        {', '}
        <Link to="/profile/data#leave" className="link" onClick={close}>
          {t('data.ask.leave')}
        </Link>
      </p>
      <div className={dialogActions}>
        <button type="button" className={button('plain')} onClick={closeDialog}>
          {t('data.ask.later')}
        </button>
      </div>
    </Dialog>
  );
}
