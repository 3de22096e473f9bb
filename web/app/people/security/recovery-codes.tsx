import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { IconCopy, IconDownload, IconPrinter } from 'virtual:icons';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { dialogActions } from '../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { saveFile } from '../../ui/save-file.ts';
import { copyText } from '../../ui/text/copy-text.ts';
import styles from './security.module.css';

const ICON = { size: 18, stroke: ICON_STROKE, 'aria-hidden': true } as const;

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shows recovery codes once. The button to leave is enabled only after the user confirms having saved them. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const t = useText('security');
  const [isSaved, setSaved] = useState(false);
  const text = `${t('security.codes.fileHead')}\n\n${codes.join('\n')}\n`;

  const copy = (): Promise<void> => copyText(text, t('security.codes.copied'), t('security.copyFailed'));

  const download = (): void => saveFile(new Blob([text], { type: 'text/plain' }), 'okolo-recovery-codes.txt');

  return (
    <>
      <p className="dim">{t('security.codes.text')}</p>
      <ul className={styles.codes} aria-label={t('security.codes.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.codeTools}>
        <button type="button" className={button('plain', 'small')} onClick={() => void copy()}>
          <IconCopy {...ICON} />
          {t('security.copy')}
        </button>
        <button type="button" className={button('plain', 'small')} onClick={download}>
          <IconDownload {...ICON} />
          {t('security.codes.download')}
        </button>
        <button type="button" className={button('plain', 'small')} onClick={() => window.print()}>
          <IconPrinter {...ICON} />
          {t('security.codes.print')}
        </button>
      </div>
      <Checkbox
        className={styles.saved}
        label={t('security.codes.saved')}
        checked={isSaved}
        onChange={(event) => setSaved(event.currentTarget.checked)}
      />
      <div className={dialogActions}>
        <button type="button" className={button('primary')} disabled={!isSaved} onClick={onDone}>
          {t('security.codes.done')}
        </button>
      </div>
    </>
  );
}
