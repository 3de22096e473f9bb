import { type Icon, IconArchive, IconArchiveOff, IconCircleCheck, IconTrash } from 'virtual:icons';
import type { OwnAdAct } from '#contract/market/own-ads';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import type { OwnAd } from '../ads/own/own-ad.ts';
import styles from './selection-bar.module.css';
import { actsOn, useActsOnMany } from './use-acts-on-many.tsx';
import type { Selection } from './use-selection.ts';

const ICONS: Record<OwnAdAct, Icon> = {
  return: IconArchiveOff,
  archive: IconArchive,
  sell: IconCircleCheck,
  erase: IconTrash,
};

export function SelectAll({ ads, selection }: { ads: readonly OwnAd[]; selection: Selection }) {
  const t = useText('my-ads');
  const { chosen, toggleAll } = selection;
  return (
    <label className={styles.all}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = chosen.length > 0 && chosen.length < ads.length;
        }}
        type="checkbox"
        checked={chosen.length > 0 && chosen.length === ads.length}
        onChange={toggleAll}
      />
      {t('my-ads.select.page')}
    </label>
  );
}

/** Acts upon the chosen ads; stays at the bottom of the screen while any is chosen. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const t = useText('my-ads');
  const { chosen, clear } = selection;
  const { act, isBusy, dialog } = useActsOnMany(chosen, clear);
  return (
    <>
      <p className="sr" role="status">
        {chosen.length > 0 && t('my-ads.select.count', { count: chosen.length })}
      </p>
      {chosen.length > 0 && (
        <section className={styles.bar} aria-label={t('my-ads.many.act')} aria-busy={isBusy}>
          <b className={styles.count}>{t('my-ads.select.count', { count: chosen.length })}</b>
          {actsOn(chosen).map((name) => {
            const ActIcon = ICONS[name];
            return (
              <button
                key={name}
                type="button"
                className={button(name === 'erase' ? 'danger' : 'plain', 'small')}
                onClick={() => act(name)}
              >
                <ActIcon size={17} stroke={ICON_STROKE} aria-hidden="true" />
                {t(`my-ads.many.${name}`)}
              </button>
            );
          })}
          <button type="button" className={button('quiet', 'small')} onClick={clear}>
            {t('my-ads.select.none')}
          </button>
        </section>
      )}
      {dialog}
    </>
  );
}
