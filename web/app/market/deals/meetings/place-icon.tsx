import {
  type Icon,
  IconBuildingStore,
  IconMail,
  IconMapPin,
  IconShield,
  IconTrain,
  IconUsersGroup,
} from 'virtual:icons';
import type { SafePlaceKind } from '@app/contract/reference/safe-places';
import { ICON_STROKE } from '../../../ui/icon.ts';

const ICONS: Readonly<Record<SafePlaceKind, Icon>> = {
  metro: IconTrain,
  mall: IconBuildingStore,
  police: IconShield,
  post: IconMail,
  station: IconTrain,
  other: IconUsersGroup,
};

export function PlaceIcon({ kind }: { kind: SafePlaceKind | null }) {
  const Picture = kind === null ? IconMapPin : ICONS[kind];
  return <Picture size={20} stroke={ICON_STROKE} aria-hidden="true" />;
}
