import { ToastHost } from '@meridian/ui/toast';
import { type ReactNode, useEffect } from 'react';

/** Layout of the screens that need no session. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-6 px-4 py-10">
      <h1 className="text-3xl">{title}</h1>
      {children}
      <ToastHost />
    </main>
  );
}
