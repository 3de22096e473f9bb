import {
  type Icon,
  IconBabyCarriage,
  IconBriefcase,
  IconBuilding,
  IconBuildingStore,
  IconCar,
  IconCategory,
  IconDeviceLaptop,
  IconGift,
  IconHanger,
  IconPalette,
  IconPaw,
  IconPlant2,
  IconTool,
} from 'virtual:icons';
import type { CategoryIcon as Key } from '@app/contract/reference/reference';

const ICONS: Record<Key, Icon> = {
  building: IconBuilding,
  car: IconCar,
  briefcase: IconBriefcase,
  tool: IconTool,
  laptop: IconDeviceLaptop,
  plant: IconPlant2,
  hanger: IconHanger,
  stroller: IconBabyCarriage,
  palette: IconPalette,
  paw: IconPaw,
  store: IconBuildingStore,
  gift: IconGift,
};

export function CategoryIcon({ icon }: { icon: string }) {
  const Drawing = icon in ICONS ? ICONS[icon as Key] : IconCategory;
  return <Drawing size={24} stroke={1.6} aria-hidden="true" />;
}
