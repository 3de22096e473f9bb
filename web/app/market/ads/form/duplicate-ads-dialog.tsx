import { IconExternalLink, IconPhoto } from 'virtual:icons';
import type { DuplicateAd } from '@app/contract/market/ad-owner';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import styles from '../../../ui/dialog/choice-dialog.module.css';
import { ChoiceDialog } from '../../../ui/dialog/choice-dialog.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { Price } from '../price.tsx';

interface DuplicateAdsDialogProps {
  duplicates: readonly DuplicateAd[];
  onPublish: () => void;
  onBack: () => void;
}

/** Lists ads like the one about to be published. They open in a new tab, so that the form keeps its input. */
export function DuplicateAdsDialog({ duplicates, onPublish, onBack }: DuplicateAdsDialogProps) {
  const t = useText('ad-form');
  return (
    <ChoiceDialog
      title={t('ad-form.twins.title')}
      text={t('ad-form.twins.text')}
      onClose={onBack}
      actions={
        <>
          <button type="button" className={button('plain')} onClick={onBack}>
            {t('ad-form.conflict.back')}
          </button>
          <button type="button" className={button('primary')} onClick={onPublish}>
            {t('ad-form.twins.publish')}
          </button>
        </>
      }
    >
      <ul className={styles.twins}>
        {duplicates.map((duplicate) => (
          <li key={duplicate.board_id} className={styles.twin}>
            {duplicate.photo ? (
              <img src={duplicate.photo} alt="" loading="lazy" />
            ) : (
              <span className={styles.nothing} aria-hidden="true">
                <IconPhoto size={24} stroke={1.4} />
              </span>
            )}
            <div>
              <div className={styles.twinTitle}>{duplicate.board_title}</div>
              <Price roubles={duplicate.board_price} className={styles.price} />
              <p>
                {t(duplicate.own ? 'ad-form.twins.own' : 'ad-form.twins.other')} ·{' '}
                {t(`ad-form.twins.by.${duplicate.by}`)}
              </p>
            </div>
            <a
              href={`/ad/${duplicate.board_id}`}
              target="_blank"
              rel="noreferrer"
              className={button('plain', 'small')}
              aria-label={t('ad-form.twins.openNamed', { title: duplicate.board_title })}
            >
              <IconExternalLink size={17} stroke={ICON_STROKE} aria-hidden="true" />
              {t('ad-form.twins.open')}
            </a>
          </li>
        ))}
      </ul>
    </ChoiceDialog>
  );
}
