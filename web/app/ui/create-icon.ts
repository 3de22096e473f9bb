import { type ComponentProps, createElement, type ReactElement } from 'react';

interface IconProps extends Omit<ComponentProps<'svg'>, 'children' | 'color' | 'dangerouslySetInnerHTML' | 'stroke'> {
  /** Width and height in pixels; 24 unless given. */
  size?: number | string;
  /** Width of the lines of an icon that is 24 pixels wide; 2 unless given. */
  stroke?: number | string;
}

export type Icon = (props: IconProps) => ReactElement;

const LINES = { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
const AREAS = { fill: 'currentColor' };

/** The component of one icon, whose shapes are SVG within 24 × 24. React neither makes nor compares elements for them. */
export function createIcon(shapes: string, isFilled: boolean): Icon {
  const dangerouslySetInnerHTML = { __html: shapes };
  return ({ size = 24, stroke = 2, ...rest }) =>
    createElement('svg', {
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      ...(isFilled ? AREAS : LINES),
      ...(!isFilled && { strokeWidth: stroke }),
      ...rest,
      dangerouslySetInnerHTML,
    });
}
