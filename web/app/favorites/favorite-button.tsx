import { IconHeart } from '@tabler/icons-react';
import { ICON_STROKE } from '../ui/icon.ts';

export interface FavoriteButtonProps {
  adId: number;
  title: string;
  /** `subscription_on_board`; undefined for guests, who are led to sign in. */
  isOn: boolean | undefined;
  size?: 'card' | 'panel';
}

/** The heart of an ad. */
export function FavoriteButton({ title, isOn }: FavoriteButtonProps) {
  return (
    <button type="button" aria-pressed={isOn ?? false} aria-label={title}>
      <IconHeart size={20} stroke={ICON_STROKE} aria-hidden="true" />
    </button>
  );
}
