import type { Stream } from '@app/contract/live/streams';
import { type FormEvent, useRef, useState } from 'react';
import { STREAM_PINS_MAX, streamsApi } from '#contract/live/streams';
import { adsApi } from '#contract/market/ads';
import { AdPhoto } from '../../../market/ads/ad-photo.tsx';
import { Price } from '../../../market/ads/price.tsx';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useLoaded } from '../../../platform/use-loaded.ts';
import { DialogActions, dialogForm, dialogNote, MusicDialog } from '../../../publishing/music/music-dialog.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import styles from './pin-dialog.module.css';

interface PinDialogProps {
  stream: Stream;
  onPinned: (ids: number[]) => void;
  onClose: () => void;
}

const SIZE = 50;

export function PinDialog({ stream, onPinned, onClose }: PinDialogProps) {
  const t = useText('streams');
  const dialog = useRef<HTMLDialogElement>(null);
  const {
    value: loaded,
    hasFailed,
    message,
  } = useLoaded(stream.user_id, () => call(adsApi.listOfUser, { query: { user_id: stream.user_id, size: SIZE } }));
  const ads = loaded?.boards.filter(({ board_enabled }) => board_enabled === 1) ?? null;
  const [chosen, setChosen] = useState<readonly number[]>(stream.board_ids);
  const { isSending, submit } = useSubmit({ fallback: t('streams.pins.failed') });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void submit(async () => {
      const response = await call(streamsApi.pin, {
        params: { id: stream.stream_id },
        body: { board_ids: [...chosen] },
      });
      onPinned(response.board_ids);
      dialog.current?.close();
    });
  }

  return (
    <MusicDialog ref={dialog} title={t('streams.pins.title')} onClose={onClose}>
      <form className={dialogForm} onSubmit={handleSubmit}>
        {hasFailed && (
          <p className={dialogNote} role="alert">
            {`${t('streams.pins.loadFailed')}. ${message || t('frame.error.network')}`}
          </p>
        )}
        {ads?.length === 0 && <p className="dim">{t('streams.pins.none')}</p>}
        {ads !== null && ads.length > 0 && (
          <>
            <p className="dim num" role="status">
              {t('streams.pins.text', { count: chosen.length, max: STREAM_PINS_MAX })}
            </p>
            <ul className={styles.list}>
              {ads.map((ad) => {
                const isOn = chosen.includes(ad.board_id);
                return (
                  <li key={ad.board_id}>
                    <label className={styles.row}>
                      <input
                        type="checkbox"
                        checked={isOn}
                        disabled={!isOn && chosen.length >= STREAM_PINS_MAX}
                        onChange={() =>
                          setChosen(isOn ? chosen.filter((id) => id !== ad.board_id) : [...chosen, ad.board_id])
                        }
                      />
                      <AdPhoto photo={ad.board_photos[0]} sizes="72px" className={styles.photo} />
                      <span className={styles.words}>
                        <span className="clip1">{ad.board_title}</span>
                        <Price
                          roubles={ad.board_price}
                          kind={ad.board_kind}
                          period={ad.board_price_period}
                          className={styles.price}
                        />
                      </span>
                    </label>
                  </li>
                );
              })}
            </ul>
            <DialogActions
              label={t('streams.pins.save')}
              isSending={isSending}
              onCancel={() => dialog.current?.close()}
            />
          </>
        )}
      </form>
    </MusicDialog>
  );
}
