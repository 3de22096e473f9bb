/** Position and size in pixels of the viewport. */
export interface WindowRect {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Area {
  width: number;
  height: number;
}

/** Positions offered by the menu as an alternative to dragging. */
export const WINDOW_CORNERS = ['center', 'left', 'right', 'bottomLeft', 'bottomRight'] as const;
export type WindowCorner = (typeof WINDOW_CORNERS)[number];

export const MIN_WIDTH = 350;
export const MIN_HEIGHT = 550;
/** Viewport width in pixels below which the window fills the screen and cannot be moved. */
export const FIXED_UNDER = 860;
const SHARE = 0.8;
const EDGE = 12;
const HEADER = 64;
const UNDER_HEADER = 28;
const STEP = 24;
const TALL = 740 / 1152;

const within = (value: number, least: number, most: number): number =>
  Math.round(Math.min(Math.max(value, least), Math.max(least, most)));

/** Moves and shrinks the window into the area, but not below its minimum size. */
export function fit(rect: WindowRect, area: Area): WindowRect {
  const width = within(rect.width, MIN_WIDTH, area.width - 2 * EDGE);
  const height = within(rect.height, Math.min(MIN_HEIGHT, area.height), area.height - 2 * EDGE);
  return {
    width,
    height,
    left: within(rect.left, Math.min(EDGE, area.width - width), area.width - width - EDGE),
    top: within(rect.top, 0, area.height - height - EDGE),
  };
}

/** Initial position: four fifths of the width, centered, below the header. */
export function initialRect(area: Area): WindowRect {
  const width = area.width * SHARE;
  const top = HEADER + UNDER_HEADER;
  const height = Math.min(width * TALL, area.height - top - EDGE);
  return fit({ width, height, left: (area.width - width) / 2, top }, area);
}

export function move(rect: WindowRect, dx: number, dy: number, area: Area): WindowRect {
  return fit({ ...rect, left: rect.left + dx, top: rect.top + dy }, area);
}

export function resize(rect: WindowRect, dx: number, dy: number, area: Area): WindowRect {
  const width = within(rect.width + dx, MIN_WIDTH, area.width - EDGE - rect.left);
  const height = within(rect.height + dy, Math.min(MIN_HEIGHT, area.height), area.height - EDGE - rect.top);
  return fit({ ...rect, width, height }, area);
}

export function moveToCorner(windowCorner: WindowCorner, rect: WindowRect, area: Area): WindowRect {
  if (windowCorner === 'center') return initialRect(area);
  const top = HEADER + EDGE;
  const right = area.width - EDGE;
  if (windowCorner === 'left' || windowCorner === 'right') {
    const width = Math.max(MIN_WIDTH, (area.width - 3 * EDGE) / 2);
    const height = area.height - top - EDGE;
    return fit({ width, height, top, left: windowCorner === 'left' ? EDGE : right - width }, area);
  }
  const width = Math.min(rect.width, Math.max(MIN_WIDTH, area.width * 0.4));
  const height = Math.max(MIN_HEIGHT, area.height * 0.6);
  return fit({ width, height, top: area.height, left: windowCorner === 'bottomLeft' ? EDGE : right - width }, area);
}

const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

export const stepOf = (key: string): readonly [number, number] | undefined => KEYS[key];
