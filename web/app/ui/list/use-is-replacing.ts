import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';

const SHOW_AFTER_MS = 300;

/** Whether another page of the list has been loading for longer than the delay. */
export function useIsReplacing(pathname: string): boolean {
  const navigation = useNavigation();
  const isLoading = navigation.state === 'loading' && navigation.location.pathname === pathname;
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setIsLong(true), SHOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isLoading]);
  return isLoading && isLong;
}
