/** Features that staff can switch off. Not sign-in and administration, so that staff cannot lock themselves out. */
export const FEATURES = [
  'registration',
  'ads',
  'publications',
  'comments',
  'calls',
  'streams',
  'music',
  'payments',
  'promotion',
] as const;
export type Feature = (typeof FEATURES)[number];

/**
 * Calls that fail with `feature_off` while the feature is off, as `METHOD path`. Existing content can still be viewed,
 * changed and removed.
 */
export const FEATURE_CALLS: Readonly<Record<Feature, readonly string[]>> = {
  registration: ['POST /api/signup'],
  ads: ['PUT /api/boards'],
  publications: ['PUT /api/publish/add', 'PUT /api/publish/text', 'PUT /api/publish/files'],
  comments: ['PUT /api/comments', 'PUT /api/publish/comment/add'],
  calls: ['POST /api/video/conference', 'POST /api/calls/{room_id}/add'],
  streams: ['PUT /api/streams/add'],
  music: ['PUT /api/audio/add'],
  payments: ['PUT /api/payments/subscribe/pay', 'PUT /api/payments/topup'],
  promotion: ['PUT /api/promotion'],
};

export const FEATURE_PAGES: Readonly<Record<Feature, RegExp>> = {
  registration: /^\/(?:register|registration)$/,
  ads: /^\/add$/,
  publications: /^\/user\/\d+\/social\/add$/,
  comments: /^\/(?:ad\/\d+|user\/\d+\/social\/\d+)$/,
  calls: /^\/(?:profile\/calls|conversation\/\d+)$/,
  streams: /^\/user\/\d+\/streams$/,
  music: /^\/user\/\d+\/(?:audio\/add\/\d+|playlist\/add)$/,
  payments: /^\/(?:subscribe\/pay\/\d+|profile\/subscription|profile\/payments)$/,
  promotion: /^\/(?:ad\/\d+\/promote|profile\/promotions)$/,
};

export const featureOfCall = (call: string): Feature | undefined =>
  FEATURES.find((feature) => FEATURE_CALLS[feature].includes(call));
