import { IconPhone, IconVideo } from 'virtual:icons';
import { useWebRtc } from '../../../live/media-rooms/web-rtc.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button, iconButton } from '../../../ui/button.ts';
import { PreHydrationButton } from '../../../ui/form/pre-hydration-button.tsx';
import { menuRow } from '../../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { startCall } from '../start-call.ts';
import styles from './call-buttons.module.css';

interface CallButtonsProps {
  person: { id: number; may_call?: 0 | 1 | undefined };
  /** `panel`: labelled buttons side by side; `line`: icons; `menu`: menu items. */
  place: 'panel' | 'line' | 'menu';
  on?: 'wide' | 'phone';
  adId?: number;
}

const SIZES = { panel: 20, line: 22, menu: 20 } as const;

export function CallButtons({ person, place, on, adId }: CallButtonsProps) {
  const t = useText('calls');
  const canCall = useWebRtc();
  if (person.may_call !== 1 || !canCall) return null;
  const isPanel = place === 'panel';
  return (
    <div className={styles[place === 'panel' ? 'two' : place]} data-on={on}>
      {([false, true] as const).map((video) => {
        const label = t(video ? 'calls.video' : 'calls.audio');
        const Icon = video ? IconVideo : IconPhone;
        return (
          <PreHydrationButton
            key={label}
            className={isPanel ? button('plain', 'wide') : place === 'menu' ? menuRow : iconButton}
            aria-label={place === 'line' ? label : undefined}
            title={place === 'menu' ? undefined : label}
            onPress={() => startCall([person.id], { video, adId })}
          >
            <Icon size={SIZES[place]} stroke={ICON_STROKE} aria-hidden="true" />
            {isPanel ? t(video ? 'calls.callVideo' : 'calls.call') : place === 'menu' && label}
          </PreHydrationButton>
        );
      })}
    </div>
  );
}
