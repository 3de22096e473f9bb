import type { ComponentProps } from 'react';
import { COLLECTION_NAME_MAX } from '#contract/publishing/collections';
import { useText } from '../../platform/i18n.tsx';
import { NameDialog } from '../../ui/dialog/name-dialog.tsx';

type Props = Omit<ComponentProps<typeof NameDialog>, 'label' | 'hint' | 'required' | 'maxLength'>;

export function CollectionNameDialog(props: Props) {
  const t = useText('collections');
  return (
    <NameDialog
      {...props}
      label={t('collections.name')}
      hint={t('collections.name.hint')}
      required={t('collections.name.required')}
      maxLength={COLLECTION_NAME_MAX}
    />
  );
}
