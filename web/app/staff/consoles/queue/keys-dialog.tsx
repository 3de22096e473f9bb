import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import styles from './queue.module.css';

const KEYS = [
  ['J K', 'next'],
  ['T', 'take'],
  ['1 – 6', 'act'],
  ['?', 'help'],
] as const;

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useText('moderation');
  return (
    <Dialog title={t('moderation.keys')} onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(([keys, what]) => (
          <div key={what}>
            <dt>{keys.split(' ').map((key) => (key === '–' ? key : <kbd key={key}>{key}</kbd>))}</dt>
            <dd>{t(`moderation.keys.${what}`)}</dd>
          </div>
        ))}
      </dl>
      <button type="button" data-first className={button('plain')} onClick={onClose}>
        {t('frame.close')}
      </button>
    </Dialog>
  );
}
