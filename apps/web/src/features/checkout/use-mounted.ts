import { useEffect, useState } from 'react';

/** False in the first render, which has to be the server's; true from then on. */
export function useMounted(): boolean {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted;
}
