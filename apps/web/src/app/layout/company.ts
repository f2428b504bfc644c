import { createContext } from 'react';

/** Legal name and address of the supplier. Set on the server only. */
export const Company = createContext<string | undefined>(undefined);
