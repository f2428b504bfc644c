import { useLocation, useNavigate } from 'react-router';

/** @returns the state of a dialog that is open while the address has the hash `#name`; Back closes it */
export function useHashDialog(name: string) {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isOpenedHere = state === name;
  return {
    isOpen: hash === `#${name}`,
    open: () => void navigate({ pathname, search, hash: name }, { state: name }),
    close: () => void (isOpenedHere ? navigate(-1) : navigate({ pathname, search }, { replace: true })),
  };
}
