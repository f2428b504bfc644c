import { useEffect, useState } from 'react';

/** False in the first render, so that hydration matches the server's render; true afterwards. */
export function useMounted(): boolean {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted;
}
