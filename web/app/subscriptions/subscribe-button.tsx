interface SubscribeButtonProps {
  userId: number;
  /** Undefined for guests, who are led to sign in. */
  isOn: boolean | undefined;
  /** Subscribers of the person. */
  count: number;
}

/** Subscribes to everything a person publishes. */
export function SubscribeButton(_: SubscribeButtonProps) {
  return null;
}
