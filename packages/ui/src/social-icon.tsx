import type { ReactNode } from 'react';

export type SocialNetwork = 'facebook' | 'instagram' | 'linkedin' | 'x' | 'youtube';

const icons: Record<SocialNetwork, ReactNode> = {
  facebook: <path d="M14 8h3V4h-3c-2.8 0-5 2.2-5 5v2H6v4h3v7h4v-7h3l1-4h-4V9c0-.6.4-1 1-1z" />,
  instagram: (
    <path d="M7 2h10a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v10a3 3 0 0 0 3 3h10a3 3 0 0 0 3-3V7a3 3 0 0 0-3-3H7zm5 3.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm0 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zm5-3.2a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4z" />
  ),
  linkedin: (
    <path d="M4 9h4v12H4V9zm2-6.2a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4zM10 9h3.8v1.7c.6-1 1.9-2 3.8-2 3.5 0 4.4 2.2 4.4 5.3v7h-4v-6.3c0-1.6-.3-2.8-1.9-2.8s-2.1 1.2-2.1 2.8V21h-4V9z" />
  ),
  x: (
    <path d="M3 3h5.6l4.3 6 5.1-6H21l-6.8 8L21.5 21H16l-4.7-6.6L5.6 21H2.7l7.3-8.5L3 3zm3.4 2 10.6 14h1.6L8 5H6.4z" />
  ),
  youtube: (
    <path d="M22 8.2c-.2-1.6-1-2.6-2.7-2.8C17 5 12 5 12 5s-5 0-7.3.4C3 5.600 2.200 6.600 2 8.200 1.800 9.500 1.800 12 1.800 12s0 2.500.2 3.800c.2 1.600 1 2.600 2.700 2.800C7 19 12 19 12 19s5 0 7.300-.4c1.700-.2 2.500-1.200 2.700-2.800.2-1.300.2-3.800.2-3.800s0-2.500-.2-3.800zM10 15.200V8.800l5.500 3.200-5.500 3.200z" />
  ),
};

/** Icon of a social network. Show the name as text beside it. */
export function SocialIcon({ network }: { network: SocialNetwork }) {
  return (
    <svg viewBox="0 0 24 24" className="size-4 fill-current" aria-hidden="true">
      {icons[network]}
    </svg>
  );
}
