import { IconPlus, IconSpeakerphone } from 'virtual:icons';
import { useRouteLoaderData } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import type { RootData } from '../../../platform/root-data.ts';
import { button } from '../../../ui/button.ts';
import { Notice } from '../../../ui/notice.tsx';
import { AddLink } from './add-link.tsx';

export function NoAdsYet({ heading, look = 'light' }: { heading?: 'h3'; look?: 'light' | 'primary' }) {
  const t = useText();
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null;
  return (
    <Notice
      heading={heading}
      tone="gold"
      icon={<IconSpeakerphone size={40} stroke={1.5} />}
      title={t('ads.list.none.title')}
      text={t('ads.list.none.text')}
    >
      <AddLink viewer={viewer} className={button(look)}>
        <IconPlus size={18} stroke={2} aria-hidden="true" />
        {t('frame.add')}
      </AddLink>
    </Notice>
  );
}
