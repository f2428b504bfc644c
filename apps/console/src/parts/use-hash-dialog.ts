import { useLocation, useNavigate } from 'react-router';

/** @returns whether the dialog is open, which the hash of the address decides; Back closes it */
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
