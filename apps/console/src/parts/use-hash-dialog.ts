import { useLocation, useNavigate } from 'react-router';

/** @returns whether the hash of the address opens a dialog; Back closes it */
export function useHashDialog(name: string) {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  return {
    isOpen: hash === `#${name}`,
    open: () => void navigate({ pathname, search, hash: name }),
    close: () => void navigate({ pathname, search }, { replace: true }),
  };
}
