import { IconShare3 } from 'virtual:icons';
import type { Stream } from '@app/contract/live/streams';
import { useId } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { ShareMenu } from '../../publishing/share-menu.tsx';
import { button } from '../../ui/button.ts';
import { TextButton } from '../../ui/buttons.tsx';
import styles from './share-stream.module.css';
import { streamPath } from './stream-address.ts';

export function ShareStream({ stream, isSignedIn }: { stream: Stream; isSignedIn: boolean }) {
  const t = useText('streams');
  const id = useId();
  return (
    <>
      <TextButton
        icon={IconShare3}
        size={18}
        text={t('streams.share')}
        className={button('plain', 'small')}
        popoverTarget={id}
      />
      <ShareMenu
        id={id}
        path={streamPath(stream)}
        title={stream.theme}
        card={{ kind: 'stream', id: stream.stream_id }}
        isSignedIn={isSignedIn}
        deviceClass={styles.device}
        texts={{
          menu: t('streams.share'),
          chat: t('streams.share.chat'),
          copy: t('streams.share.copy'),
          copied: t('streams.share.copied'),
          device: t('streams.share.device'),
        }}
      />
    </>
  );
}
